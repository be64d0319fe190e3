import { dialogTexts } from '../../../texts/dialog-texts';
import { inspectionTexts } from '../../../texts/inspection-texts';
import { publicNumbersTexts } from '../../../texts/public-numbers-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import type { FoundSetting, SettingNames } from '../setting-names';

type SectionId = keyof typeof settingPagesTexts.section;

const ORDER: readonly SectionId[] = [
  'general',
  'capacity',
  'alerts',
  'counting',
  'public',
  'inspectors',
  'machines',
  'control',
];

/** The sections and settings of an event. */
export function eventSettingNames(): SettingNames {
  const {
    eventDialogs,
    schedule,
    venueSettings,
    limitFields,
    categories,
    displayLink,
    emergency,
    areaDialogs,
    overview,
  } = dialogTexts;
  const pages = settingPagesTexts;
  const setting = (section: SectionId, id: string, label: string, ...words: string[]): FoundSetting => ({
    id,
    section,
    label,
    words: [pages.section[section], ...words].join(' '),
  });
  const settings = [
    setting('general', 'name', eventDialogs.rename, eventDialogs.name),
    setting('general', 'schedule', eventDialogs.schedule, schedule.timeZone, schedule.zoneHint),
    setting('general', 'report-time', schedule.reportTime, schedule.reportTimeHint('')),
    setting('general', 'days', schedule.onDays, schedule.firstDay, schedule.lastDay, pages.search.dayWords),
    setting('general', 'duplicate', eventDialogs.duplicate, pages.general.copy),
    setting('general', 'delete', eventDialogs.delete, pages.general.delete),
    setting('capacity', 'venue-capacity', venueSettings.capacity, venueSettings.lead, venueSettings.guests),
    setting('capacity', 'staff', venueSettings.staff),
    setting('capacity', 'areas', areaDialogs.changeCapacity, pages.capacity.areas),
    setting('capacity', 'margin', venueSettings.margin, venueSettings.follows),
    setting('capacity', 'limits', limitFields.summary, limitFields.lead, limitFields.assistant),
    setting('alerts', 'levels', venueSettings.thresholds, venueSettings.thresholdsHint),
    setting('alerts', 'recipients', pages.alerts.recipients, pages.alerts.told, pages.alerts.toldLead),
    setting('counting', 'categories', eventDialogs.categories, categories.lead, categories.presets.flat().join(' ')),
    setting('counting', 'exits', categories.areOutsNamed, categories.namedHint),
    setting('counting', 'reset', eventDialogs.resetAll, pages.counting.reset),
    setting('public', 'display', eventDialogs.display, displayLink.lead),
    setting('public', 'display-words', emergency.summary, emergency.title, emergency.text, emergency.drill),
    setting('public', 'numbers', eventDialogs.public, publicNumbersTexts.lead, publicNumbersTexts.script),
    setting(
      'inspectors',
      'links',
      inspectionTexts.inspectorLink.new,
      inspectionTexts.inspectorLink.lead,
      pages.search.linkWords,
    ),
    setting('machines', 'ids', areaDialogs.machine.title, pages.machines.lead, pages.machines.keys),
    setting('control', 'orders', eventDialogs.orders, eventDialogs.evacuation, overview.wall),
    setting('control', 'minutes', venueSettings.minutes, venueSettings.unconfirmedMinutes, venueSettings.targetMinutes),
  ];
  return { sections: ORDER.map((id) => ({ id, title: pages.section[id] })), settings };
}
