import { settingPagesTexts } from '../../texts/setting-pages-texts';
import { Finder } from '../../ui/forms/finder';
import { findableSettings, type SettingNames } from './setting-names';

/** More would be no answer. */
const SHOWN_MAX = 8;

/** Finds a setting of this page by its name or by words about it, and leads to it. */
export function SearchField({ names }: { names: SettingNames }) {
  const { label, found } = settingPagesTexts.search;
  return (
    <Finder
      label={label}
      things={[...findableSettings(names), ...(names.elsewhere ?? [])]}
      most={SHOWN_MAX}
      found={found}
    />
  );
}
