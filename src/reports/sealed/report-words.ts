import type { PageFoot } from '../../shared/sealed/page-css';
import type { DurationWords } from '../../shared/sealed/duration';
import type { ReportNotes } from '../../shared/sealed/notes';
import type { VerdictWords } from '../../shared/sealed/verdict-words';
import type { LimitKind } from '../../shared/schemas/venue-settings';
import type { ReadmeWords } from './readme-words';
import type { EventHead, EventWords } from './event-words';

/** The heads of the report's columns and figures. */
export type ReportHead =
  | EventHead
  | 'area'
  | 'at'
  | 'before'
  | 'after'
  | 'who'
  | 'corrected'
  | 'capacityThen'
  | 'peakWithStaff'
  | 'category'
  | 'share'
  | 'inside'
  | 'timeUnknown'
  | 'capacity'
  | 'from'
  | 'to'
  | 'ins'
  | 'outs'
  | 'moved'
  | 'peak'
  | 'peakAt'
  | 'opening'
  | 'closing'
  | 'floored'
  | 'above100'
  | 'above'
  | 'percent'
  | 'device'
  | 'taps'
  | 'late'
  | 'first'
  | 'last'
  | 'low'
  | 'high'
  | 'end'
  | 'limit'
  | 'staff'
  | 'people'
  | 'peopleWithStaff'
  | 'peopleWithoutStaff'
  | 'peakWithoutStaff'
  | 'worst';

/** The words of the sealed report. Like its layout they are frozen: sealed reports must be made again byte for byte. */
export interface ReportWords {
  lang: string;
  englishName: string;
  direction: 'ltr' | 'rtl';
  readme: ReadmeWords;
  title: string;
  revision: (revision: number, closedAt: string) => string;
  clock: (timeZone: string, from: string, to: string) => string;
  verdict: VerdictWords;
  notes: ReportNotes;
  duration: DurationWords;
  pageOf: PageFoot['pageOf'];
  /** Returns 'at 2026-07-31 22:15:00'. */
  moment: (at: string) => string;
  /** From when to when a version of a limit applied, if it is not the only one. */
  limitSpan: (from: string, to: string) => string;
  /** A version of a limit: the most people at once while it applied, with the staff of that time, and how many it allows. */
  limitLine: (kind: string, people: number, staff: number, when: string, capacity: number) => string;
  limitAbove: (time: string) => string;
  limitKept: string;
  conditionOf: (condition: string) => string;
  /** @param staff one number, or several with the times from which they applied */
  staffDeclared: (staff: string) => string;
  numberFrom: (people: string, from: string) => string;
  /** The capacity is a limit less staff, so that both are exceeded together. */
  sameAsLimit: (capacity: number, kind: string, staff: number) => string;
  quality: (taps: number, late: number, latest: string) => string;
  /** Where to ask how many people were inside at a moment. */
  askMoment: string;
  venue: string;
  deleted: (areaName: string) => string;
  noLimit: string;
  none: string;
  figures: string;
  curve: string;
  curveLead: string;
  areas: string;
  areasLead: string;
  overPeriods: string;
  overLead: string;
  limitPeriodsLead: string;
  periodsLeftOut: string;
  limits: string;
  limitsLead: string;
  limitKinds: Record<LimitKind, string>;
  limitPeriods: string;
  limitTotal: (name: string, kind: string, time: string) => string;
  capacities: string;
  devices: string;
  unnamed: (id: string) => string;
  others: string;
  categories: string;
  categoriesLead: string;
  unknown: string;
  categoryLimits: string;
  categoryLimitsLead: string;
  corrections: string;
  correctionsLead: string;
  correctionKinds: Record<'occupancy_reset' | 'occupancy_recounted', string>;
  correctionsLeftOut: (entries: number) => string;
  /** The names of those who acted, by the kind of user. */
  actors: Readonly<Record<string, string>>;
  steps: string;
  stepsLead: string;
  areaSteps: string;
  areaStepsLead: string;
  areaStepsTooLong: string;
  foot: string;
  events: EventWords;
  heads: Record<ReportHead, string>;
}

/** Whether a time zone has no place. */
export const isUtc = (timeZone: string): boolean => timeZone === 'UTC' || timeZone.startsWith('Etc/');
