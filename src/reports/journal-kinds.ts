import { AREA_FACTS } from '../shared/schemas/area-facts';
import { ORDER_KINDS } from './sealed/order-history';

/** The kinds of journal entries, grouped by what reads them. */

/**
 * The figures of a day are built from entries of these kinds. Of an area's facts only the limits change figures; readStep
 * leaves the others out.
 */
const STEP_KINDS = [
  'area_added',
  'area_renamed',
  'area_deleted',
  'capacity_changed',
  ...AREA_FACTS.map((fact) => `${fact}_changed` as const),
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

/**
 * Entries about evacuations and drills. Their value `after` is a JournalEvacuation, or the names of the assembly points;
 * `numbers_shown` has none.
 */
const EVACUATION_KINDS = [
  'evacuation_started',
  'drill_made_real',
  'evacuation_ended',
  'numbers_shown',
  'assembly_points_changed',
] as const;

/**
 * Entries about alerts that people of a machine are missing or wrong, like those of ALERT_KINDS. Their value `after` is the
 * source's name; `source_troubled` and `source_recovered` have a MachineTrouble as their value `before`.
 */
const MACHINE_ALERT_KINDS = [
  'source_silent',
  'source_heard',
  'source_troubled',
  'source_recovered',
  'machine_alert_ended',
] as const;
/**
 * What hands have done about machines. The value `before` of those about a doubt is the number of people, and that of
 * `source_taken_over` the sender to whom the source belonged.
 */
const HANDS_ON_SOURCE_KINDS = [
  'source_taken_over',
  'source_deleted',
  'doubt_counted',
  'doubt_dismissed',
  'machine_alert_acknowledged',
  'machine_alert_noted',
] as const;

/**
 * Entries about machines that count. Their value `after` is the source's name; that of `source_restarted` has a Notice as
 * its value `before`.
 */
const SOURCE_KINDS = [
  'source_added',
  'source_changed',
  'source_restarted',
  'source_conflict',
  ...MACHINE_ALERT_KINDS,
] as const;

const OTHER_KINDS = [
  ...SOURCE_KINDS,
  ...HANDS_ON_SOURCE_KINDS,
  ...EVACUATION_KINDS,
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

/** The journal is read in these parts. `acts` contains everything that somebody did, except for alerts and orders. */
export const JOURNAL_PARTS = {
  steps: STEP_KINDS,
  acts: [...STEP_KINDS, ...OTHER_KINDS],
  alerts: ALERT_KINDS,
  orders: ORDER_KINDS,
} as const;
export type JournalPart = keyof typeof JOURNAL_PARTS;

export type JournalKind = (typeof JOURNAL_PARTS)[JournalPart][number];

const ON_MACHINES: ReadonlySet<string> = new Set(SOURCE_KINDS);

/** Whether a machine made the entry, which must not push out what hands have done. */
export const isOnMachine = ({ kind }: { kind: string }): boolean => ON_MACHINES.has(kind);
