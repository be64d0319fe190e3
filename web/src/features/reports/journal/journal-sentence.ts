import * as z from 'zod/mini';
import { CategoriesSchema, CountedCategorySchema } from '../../../../../src/shared/schemas/category';
import { JournalEvacuationSchema } from '../../../../../src/shared/evacuation/schemas';
import { MachineTroubleSchema } from '../../../../../src/shared/machines/trouble';
import { ActorSchema, type ReportJournalEntry } from '../../../../../src/shared/reports/entries';
import { LimitSchema, VenueSettingsSchema } from '../../../../../src/shared/schemas/venue-settings';
import { formatCount, formatPercent } from '../../../texts/format';
import { machineReason, machineSentence } from '../../../texts/machine-trouble';
import { reportTexts } from '../../../texts/report-texts';
import { actorText } from '../tables/actor-text';
import { evacuationKind } from '../evacuations/evacuations-table';

const CountSchema = z.number();
const TextSchema = z.string();
const RecountedSchema = z.array(CountedCategorySchema);

const countOf = (value: unknown): string => {
  const { data } = z.safeParse(CountSchema, value);
  return data === undefined ? '–' : formatCount(data);
};
const textOf = (value: unknown): string => z.safeParse(TextSchema, value).data ?? '–';
/**
 * Returns the time to which an operator restored the room, in UTC; null if the operator gave a bookmark instead of a
 * time.
 */
function momentOf(value: unknown): string | null {
  const { data } = z.safeParse(TextSchema, value);
  return data === undefined ? null : `${data.slice(0, 16).replace('T', ' ')} UTC`;
}

const capacityOf = (value: unknown): string =>
  value === 0 || value === null ? reportTexts.journal.noLimit : countOf(value);

function venueOf(value: unknown): string {
  const { data } = z.safeParse(VenueSettingsSchema, value);
  const words = reportTexts.journal;
  if (!data) return words.noLimit;
  const thresholds = data.alertThresholds.map((threshold) => formatPercent(threshold)).join(', ');
  const settings = words.venue(
    capacityOf(data.capacity),
    formatCount(data.staffAllowance),
    words.margin(formatPercent(data.safetyMarginPercent), data.followsExpectedError === true),
    thresholds === '' ? words.noThresholds : thresholds,
  );
  return data.limits === undefined ? settings : words.withLimits(settings, limitsOf(data.limits));
}

const LimitsSchema = z.array(LimitSchema);

/** Returns limits like 'License 350 (Condition 12: …), Fire safety 300 (…)'. */
function limitsOf(value: unknown): string {
  const limits = z.safeParse(LimitsSchema, value).data ?? [];
  const words = reportTexts.journal;
  if (limits.length === 0) return words.noLimits;
  return limits
    .map(({ kind, capacity, condition }) =>
      words.limit(reportTexts.limits.kinds[kind], formatCount(capacity), condition),
    )
    .join(', ');
}

function areaSentence({ kind, areaName, before, after }: ReportJournalEntry): string | null {
  const words = reportTexts.journal;
  const area = areaName ?? words.unknownArea;
  switch (kind) {
    case 'area_added':
      return words.area_added(textOf(after));
    case 'area_renamed':
      return words.area_renamed(textOf(before), textOf(after));
    case 'area_deleted':
      return words.area_deleted(textOf(before));
    case 'capacity_changed':
      return before === null
        ? words.capacity_set(area, capacityOf(after))
        : words.capacity_changed(area, capacityOf(before), capacityOf(after));
    case 'limits_changed':
      return words.limits_changed(area, limitsOf(after), limitsOf(before));
    case 'occupancy_reset':
      return words.occupancy_reset(area, countOf(before));
    case 'occupancy_recounted':
      return words.occupancy_recounted(area, countOf(before), countOf(after));
    default:
      return null;
  }
}

function eventSentence({ kind, before, after }: ReportJournalEntry): string | null {
  const words = reportTexts.journal;
  switch (kind) {
    case 'event_renamed':
      return words.event_renamed(textOf(before), textOf(after));
    case 'venue_changed':
      return words.venue_changed(venueOf(before), venueOf(after));
    case 'schedule_changed':
      return words.schedule_changed(textOf(before), textOf(after));
    case 'capacity_planned':
      return after === null ? words.capacity_planned_none : words.capacity_planned(countOf(after));
    case 'restored':
      return words.restored(momentOf(after));
    case 'inspection_created':
    case 'inspection_opened':
    case 'inspection_revoked':
      return words[kind](textOf(after));
    case 'access_code_replaced':
    case 'counting_locked':
    case 'counting_unlocked':
    case 'event_deleted':
    case 'imported':
      return words[kind];
    default:
      return null;
  }
}

function categoriesOf(value: unknown): string {
  const words = reportTexts.categoryJournal;
  const { data } = z.safeParse(CategoriesSchema, value);
  const names = (data?.list ?? []).flatMap(({ name, capacity, isRemoved }) => {
    if (isRemoved) return [];
    return capacity === null ? name : words.withCapacity(name, formatCount(capacity));
  });
  if (!data || names.length === 0) return words.none;
  return data.areOutsNamed ? words.exitsNamed(names.join(', ')) : names.join(', ');
}

/** Describes a journal entry about categories; null for other entries. */
function categorySentence({ kind, areaName, before, after }: ReportJournalEntry): string | null {
  const words = reportTexts.categoryJournal;
  if (kind === 'categories_changed') return words.changed(categoriesOf(after), categoriesOf(before));
  const { data } = kind === 'categories_recounted' ? z.safeParse(RecountedSchema, after) : {};
  if (!data) return null;
  const people = data.map(({ name, occupancy }) => `${name} ${formatCount(occupancy)}`).join(', ');
  return words.recounted(areaName ?? reportTexts.journal.unknownArea, people);
}

/** Describes a journal entry about an evacuation or drill; null for other entries. */
function evacuationSentence({ kind, after }: ReportJournalEntry): string | null {
  const words = reportTexts.evacuations;
  if (kind === 'assembly_points_changed') return words.pointsSet(textOf(after) || words.noPoints);
  if (kind === 'numbers_shown') return words.numbersShown;
  if (kind !== 'evacuation_started' && kind !== 'evacuation_ended' && kind !== 'drill_made_real') return null;
  const { data } = z.safeParse(JournalEvacuationSchema, after);
  if (!data) return null;
  if (kind === 'drill_made_real') return words.madeReal(formatCount(data.people));
  if (data.isMistake) return `${words.ended(evacuationKind(data), formatCount(data.people))} ${words.byMistake}`;
  const say = kind === 'evacuation_started' ? words.started : words.ended;
  return say(evacuationKind(data), formatCount(data.people));
}

/** Describes a journal entry about a machine that counts; null for other entries. */
function sourceSentence({
  kind,
  before,
  after,
  formerKeyName: keyName,
  formerOwner: person,
}: ReportJournalEntry): string | null {
  const words = reportTexts.journal;
  switch (kind) {
    case 'source_added':
    case 'source_changed':
    case 'source_conflict':
    case 'source_deleted':
      return words[kind](textOf(after));
    case 'source_taken_over': {
      const owner = z.safeParse(ActorSchema, before).data ?? 'apiKey';
      return words.source_taken_over(textOf(after), actorText(owner, { keyName, person }));
    }
    case 'doubt_counted':
    case 'doubt_dismissed':
      return words[kind](textOf(after), formatCount(Number(before)));
    case 'source_restarted':
      break;
    default:
      return null;
  }
  const how = RESTARTS.get(textOf(before));
  return how === undefined ? null : words[how](textOf(after));
}

/**
 * Describes a journal entry about an alert; null for other entries. Those about crowds are not in the report's journal. What
 * somebody did has the note in its sentence: it is a device's name, or the text itself.
 */
export function alertSentence({ kind, before, after, note }: ReportJournalEntry): string | null {
  const words = reportTexts.journal;
  switch (kind) {
    case 'source_silent':
    case 'source_heard':
    case 'machine_alert_ended':
      return words[kind](textOf(after));
    case 'source_troubled':
    case 'source_recovered': {
      const { data } = z.safeParse(MachineTroubleSchema, before);
      if (!data) return words.other(kind);
      if (kind === 'source_troubled') return words.source_troubled(machineSentence(textOf(after), data));
      return words.source_recovered(textOf(after), machineReason(data));
    }
    case 'machine_alert_acknowledged':
      return words.machine_alert_acknowledged(textOf(after), note);
    case 'machine_alert_noted':
      return note === null
        ? words.machine_alert_note_deleted(textOf(after))
        : words.machine_alert_noted(textOf(after), note);
    default:
      return null;
  }
}

/** The text for each thing that the room can notice about a machine's totals. */
const RESTARTS: ReadonlyMap<
  string,
  'source_restarted' | 'source_midnight' | 'source_wrapped' | 'source_jump' | 'source_fell' | 'source_set_back'
> = new Map([
  ['restarted', 'source_restarted'],
  ['midnight', 'source_midnight'],
  ['wrapped', 'source_wrapped'],
  ['jump', 'source_jump'],
  ['totals_fell', 'source_fell'],
  ['clock_set_back', 'source_set_back'],
]);

/**
 * Describes a journal entry in a sentence or two. A kind that only a later release knows is shown under its own name.
 */
export function journalSentence(entry: ReportJournalEntry): string {
  const words = reportTexts.journal;
  const aboutAlert = alertSentence(entry);
  const sentence =
    aboutAlert ??
    areaSentence(entry) ??
    eventSentence(entry) ??
    categorySentence(entry) ??
    evacuationSentence(entry) ??
    sourceSentence(entry) ??
    words.other(entry.kind);
  const noted = entry.note === null || aboutAlert !== null ? sentence : words.withNote(sentence, entry.note);
  return entry.times === undefined ? noted : words.withTimes(noted, formatCount(entry.times));
}
