/** The kinds of journal entries, by who reads them. */

/** Kinds that change figures: days are built from these. */
const STEP_KINDS = [
  'area_added',
  'area_renamed',
  'area_deleted',
  'capacity_changed',
  'occupancy_reset',
  'occupancy_recounted',
  'venue_changed',
] as const;

/** Alerts: raised, cleared, acknowledged. A report has a table of its own for them. */
const ALERT_KINDS = ['alert_raised', 'alert_acknowledged', 'alert_cleared'] as const;

const OTHER_KINDS = [
  'event_renamed',
  'access_code_replaced',
  'counting_locked',
  'counting_unlocked',
  'event_deleted',
  'schedule_changed',
  'imported',
  'restored',
] as const;

/** The parts in which a journal is read; `acts` is everything that somebody did, except for alerts. */
export const JOURNAL_PARTS = {
  steps: STEP_KINDS,
  acts: [...STEP_KINDS, ...OTHER_KINDS],
  alerts: ALERT_KINDS,
} as const;
export type JournalPart = keyof typeof JOURNAL_PARTS;

export type JournalKind = (typeof JOURNAL_PARTS)[JournalPart][number];

const ON_ALERTS: ReadonlySet<string> = new Set(ALERT_KINDS);

export const isOnAlert = ({ kind }: { kind: string }): boolean => ON_ALERTS.has(kind);
