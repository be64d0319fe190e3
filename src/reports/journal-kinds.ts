/** The kinds of journal entries, grouped by what reads them. */

/** Entries of these kinds change figures. The figures of a day are built from them. */
const STEP_KINDS = [
  'area_added',
  'area_renamed',
  'area_deleted',
  'capacity_changed',
  'limits_changed',
  'occupancy_reset',
  'occupancy_recounted',
  'categories_recounted',
  'venue_changed',
  'categories_changed',
] as const;

/** Entries about alerts. A report lists alerts in a table of their own. */
const ALERT_KINDS = ['alert_raised', 'alert_acknowledged', 'alert_noted', 'alert_cleared'] as const;

/** Entries about inspectors' links. Their value `after` is the person for whom the link was made. */
const INSPECTION_KINDS = ['inspection_created', 'inspection_opened', 'inspection_revoked'] as const;

/** What happened to an inspector's link, for the journal. */
export interface InspectionNote {
  kind: (typeof INSPECTION_KINDS)[number];
  /** For whom the link is. */
  label: string;
}

const OTHER_KINDS = [
  ...INSPECTION_KINDS,
  'event_renamed',
  'access_code_replaced',
  'counting_locked',
  'counting_unlocked',
  'event_deleted',
  'schedule_changed',
  'capacity_planned',
  'imported',
  'restored',
] as const;

/** The journal is read in these parts. `acts` contains everything that somebody did, except for alerts. */
export const JOURNAL_PARTS = {
  steps: STEP_KINDS,
  acts: [...STEP_KINDS, ...OTHER_KINDS],
  alerts: ALERT_KINDS,
} as const;
export type JournalPart = keyof typeof JOURNAL_PARTS;

export type JournalKind = (typeof JOURNAL_PARTS)[JournalPart][number];

const ON_ALERTS: ReadonlySet<string> = new Set(ALERT_KINDS);

export const isOnAlert = ({ kind }: { kind: string }): boolean => ON_ALERTS.has(kind);
