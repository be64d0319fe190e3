import { settingPagesTexts } from '../../texts/setting-pages-texts';

/** Says whether a setting is on, for the notice that another window has changed it. */
export const sayOnOff = (label: string, isOn: boolean): string =>
  `${label}: ${isOn ? settingPagesTexts.elsewhere.on : settingPagesTexts.elsewhere.off}`;

/** Says the entries of a list, for the same notice. */
export const sayList = (label: string, entries: readonly string[], between = ', '): string =>
  `${label}: ${entries.length === 0 ? settingPagesTexts.elsewhere.none : entries.join(between)}`;
