import type { DeviceFigures, LimitFigures, LimitFrom, OverPeriod, SubjectFigures } from '../figures';
import { categoryShare } from '../../shared/sealed/rounded-share';
import { type DayText, hasAllPeriods, type Named } from './day-text';
import { escaped, section } from './html';
import { num, type ReportTable, tableText, text, time } from './report-table';

const MS_PER_S = 1000;

/** By how many people resets, recounts and deleted areas changed the number, so that each line adds up. */
const corrected = ({ opening, closing, ins, outs, floored }: SubjectFigures): number =>
  closing - opening - (ins - outs) - floored;

export const AREA_TABLE: ReportTable<Named> = {
  name: 'areas',
  columns: [
    text('area', ({ name }) => name),
    num('opening', ({ subject }) => subject.opening),
    num('ins', ({ subject }) => subject.ins),
    num('outs', ({ subject }) => subject.outs),
    num('moved', ({ subject }) => subject.movedIn + subject.movedOut),
    num('floored', ({ subject }) => subject.floored),
    num('corrected', ({ subject }) => corrected(subject)),
    num('closing', ({ subject }) => subject.closing),
    num(
      'peak',
      ({ subject }) => subject.peak,
      ({ peakHead }) => peakHead,
    ),
    time('peakAt', ({ subject }, day) => day.time(subject.peakAt)),
    num('capacityThen', ({ subject }, day) => day.capacityThen(subject)),
    time('above100', ({ subject }, day) => day.duration(subject.secondsAbove[2] * MS_PER_S)),
  ],
};

/** A period above a capacity, with the place and, for a limit, its kind; or with the category. */
interface NamedPeriod {
  name: string;
  kind?: LimitFigures['kind'];
  period: OverPeriod;
}

const periodsOf = (name: string, over: readonly OverPeriod[], kind?: LimitFigures['kind']): NamedPeriod[] =>
  over.map((period) => ({ name, period, ...(kind && { kind }) }));

const FROM_TO = [
  time<NamedPeriod>('from', ({ period }, day) => day.time(period.from)),
  time<NamedPeriod>('to', ({ period }, day) => day.time(period.to)),
  time<NamedPeriod>('above', ({ period }, day) => day.duration(period.aboveMs)),
];
const COUNTED = num<NamedPeriod>(
  'peak',
  ({ period }) => period.peak,
  ({ peakHead }) => peakHead,
);

export const PERIODS: ReportTable<NamedPeriod> = {
  name: 'periods',
  columns: [
    text('area', ({ name }) => name),
    ...FROM_TO,
    num(
      'peak',
      ({ period }) => period.peak,
      ({ words }) => words.heads.worst,
    ),
    num('capacity', ({ period }) => period.capacity),
    num('percent', ({ period: { peak, capacity } }, day) => day.writing.percent((peak * 100) / capacity)),
  ],
};

/** A version of a limit, and when the next one came. */
interface NamedVersion {
  name: string;
  kind: LimitFigures['kind'];
  version: LimitFrom;
  until: number;
}

/** Returns all versions of the limits of the venue and its areas, also those without a number: a limit that was removed. */
export const versionsOf = (day: DayText): NamedVersion[] =>
  day.all.flatMap(({ name, subject: { limits = [] } }) =>
    limits.flatMap(({ kind, history }) =>
      history.map((version, i) => ({ name, kind, version, until: history[i + 1]?.at ?? day.figures.until })),
    ),
  );

export const LIMITS: ReportTable<NamedVersion> = {
  name: 'limits',
  columns: [
    text('area', ({ name }) => name),
    text('limit', ({ kind }, { words }) => words.limitKinds[kind]),
    time('from', ({ version }, day) => day.time(version.at)),
    time('to', ({ until }, day) => day.time(until)),
    num(
      'people',
      ({ version }, day) => day.capacity(version.capacity),
      ({ hasStaff, words: { heads } }) => (hasStaff ? heads.peopleWithStaff : heads.people),
    ),
    num('staff', ({ version }) => version.staff),
    num(
      'peak',
      ({ version }) => version.peak + version.staff,
      ({ hasStaff, words: { heads } }) => (hasStaff ? heads.peakWithStaff : heads.peak),
    ),
    time('peakAt', ({ version }, day) => day.time(version.peakAt)),
    time('above', ({ version }, day) => day.duration(version.aboveMs)),
  ],
};

export const LIMIT_PERIODS: ReportTable<NamedPeriod> = {
  name: 'limitPeriods',
  columns: [
    text('area', ({ name }) => name),
    text('limit', ({ kind }, { words }) => (kind === undefined ? '' : words.limitKinds[kind])),
    ...FROM_TO,
    COUNTED,
    num(
      'capacity',
      ({ period }) => period.capacity,
      ({ hasStaff, words: { heads } }) => (hasStaff ? heads.peopleWithoutStaff : heads.people),
    ),
  ],
};

interface NamedCategory {
  name: string;
  category: { categoryId: string; ins: number; outs: number; closing: number | null };
  share: number;
}

export const CATEGORIES: ReportTable<NamedCategory> = {
  name: 'categories',
  columns: [
    text('area', ({ name }) => name),
    text('category', ({ category }, day) => day.categoryName(category.categoryId)),
    num('ins', ({ category }) => category.ins),
    num('outs', ({ category }) => category.outs),
    num('share', ({ share }, day) => day.writing.percent(share)),
    num('inside', ({ category: { closing } }, { words }) => closing ?? words.unknown),
  ],
};

interface CategoryCapacity {
  categoryId: string;
  at: number;
  capacity: number | null;
  /** In ms; null in all lines of a category but its first. */
  above: number | null;
  unknown: number | null;
}

export const CATEGORY_LIMITS: ReportTable<CategoryCapacity> = {
  name: 'categoryLimits',
  columns: [
    text('category', ({ categoryId }, day) => day.categoryName(categoryId)),
    time('from', ({ at }, day) => day.time(at)),
    num('capacity', ({ capacity }, day) => day.capacity(capacity)),
    time('above', ({ above }, day) => (above === null ? '' : day.duration(above))),
    time('timeUnknown', ({ unknown }, day) => (unknown === null ? '' : day.duration(unknown))),
  ],
};

export const CATEGORY_PERIODS: ReportTable<NamedPeriod> = {
  name: 'categoryPeriods',
  columns: [
    text('category', ({ name }) => name),
    ...FROM_TO,
    num('peak', ({ period }) => period.peak),
    num('capacity', ({ period }) => period.capacity),
    num('percent', ({ period: { peak, capacity } }, day) => day.writing.percent((peak * 100) / capacity)),
  ],
};

export const CAPACITIES: ReportTable<{ name: string; at: number; capacity: number | null }> = {
  name: 'capacities',
  columns: [
    text('area', ({ name }) => name),
    time('from', ({ at }, day) => day.time(at)),
    num('capacity', ({ capacity }, day) => day.capacity(capacity)),
  ],
};

export const DEVICES: ReportTable<DeviceFigures> = {
  name: 'devices',
  columns: [
    text('device', ({ deviceId, deviceName, isOthers }, { words: { others, unnamed } }) =>
      isOthers ? others : (deviceName ?? unnamed(deviceId.slice(0, 8))),
    ),
    num('ins', ({ ins }) => ins),
    num('outs', ({ outs }) => outs),
    num('taps', ({ taps }) => taps),
    num('late', ({ lateTaps }) => lateTaps),
    time('first', ({ firstTapAt }, day) => day.time(firstTapAt)),
    time('last', ({ lastTapAt }, day) => day.time(lastTapAt)),
  ],
};

/** Returns a table of periods, and says if there are none or if they were too many to store them all. */
function periodTable(day: DayText, table: ReportTable<NamedPeriod>, rows: readonly NamedPeriod[], isWhole: boolean) {
  const { words } = day;
  const note = isWhole ? '' : `<p>${escaped(words.periodsLeftOut)}</p>`;
  if (rows.length > 0) return note + tableText(day, table, rows);
  return isWhole ? `<p>${escaped(words.none)}</p>` : note;
}

export const areasSection = (day: DayText): string =>
  section(day.words.areas, day.words.areasLead, tableText(day, AREA_TABLE, day.all));

export function periodsSection(day: DayText): string {
  const rows = day.all.flatMap(({ name, subject }) => periodsOf(name, subject.over));
  const isWhole = day.all.every(({ subject }) => hasAllPeriods(subject.over, subject.secondsAbove[2]));
  return section(day.words.overPeriods, day.words.overLead, periodTable(day, PERIODS, rows, isWhole));
}

/** The limits of authorities with their versions, and the time above each; nothing without limits. Their conditions are on the face. */
export function limitsSection(day: DayText): string {
  const { words } = day;
  const all = day.all.flatMap(({ name, subject }) => (subject.limits ?? []).map((limit) => ({ name, limit })));
  if (all.length === 0) return '';
  const periods = all.flatMap(({ name, limit: { kind, over } }) => periodsOf(name, over, kind));
  const isWhole = all.every(({ limit }) => hasAllPeriods(limit.over, limit.secondsAbove));
  const totals = all.flatMap(({ name, limit: { kind, secondsAbove } }) => {
    const total = words.limitTotal(name, words.limitKinds[kind], day.duration(secondsAbove * MS_PER_S));
    return secondsAbove > 0 ? `<p>${escaped(total)}</p>` : [];
  });
  return (
    section(words.limits, words.limitsLead, tableText(day, LIMITS, versionsOf(day))) +
    section(
      words.limitPeriods,
      words.limitPeriodsLead,
      periodTable(day, LIMIT_PERIODS, periods, isWhole) + totals.join(''),
    )
  );
}

function categoryRows(day: DayText, { name, subject: { categories } }: Named): NamedCategory[] {
  const list = (categories?.list ?? []).toSorted(day.categoryOrder);
  const named = list.reduce((sum, { ins }) => sum + ins, 0);
  return list.map((category) => ({ name, category, share: categoryShare(category.ins, named) }));
}

/** What was counted by category, and the time above a category's capacity; nothing if nobody was counted with one. */
export function categoriesSection(day: DayText): string {
  const { words, figures } = day;
  const rows = day.all.flatMap((named) => categoryRows(day, named));
  const counted =
    rows.length === 0 ? '' : section(words.categories, words.categoriesLead, tableText(day, CATEGORIES, rows));
  const limits = (figures.venue.categoryLimits ?? []).toSorted(day.categoryOrder);
  if (limits.length === 0) return counted;
  const capacities = limits.flatMap(({ categoryId, capacities: history, secondsAbove, secondsUnknown }) =>
    history.map(({ at, capacity }, i) => ({
      categoryId,
      at,
      capacity,
      above: i === 0 ? secondsAbove * MS_PER_S : null,
      unknown: i === 0 ? secondsUnknown * MS_PER_S : null,
    })),
  );
  const periods = limits.flatMap(({ categoryId, over }) => periodsOf(day.categoryName(categoryId), over));
  const isWhole = limits.every(({ over, secondsAbove }) => hasAllPeriods(over, secondsAbove));
  const above = periodTable(day, CATEGORY_PERIODS, periods, isWhole);
  return (
    counted +
    section(words.categoryLimits, words.categoryLimitsLead, tableText(day, CATEGORY_LIMITS, capacities) + above)
  );
}

export function capacitiesSection(day: DayText): string {
  const rows = day.all.flatMap(({ name, subject }) => subject.capacities.map((capacity) => ({ name, ...capacity })));
  return section(day.words.capacities, '', tableText(day, CAPACITIES, rows));
}

export const devicesSection = (day: DayText): string =>
  section(day.words.devices, '', tableText(day, DEVICES, day.figures.devices));
