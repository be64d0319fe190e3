import { SLOT_MS } from '../../shared/limits';
import type { DayEvents } from './day-events';
import { aboveMsOf, type DayText, hasAllPeriods } from './day-text';
import { eventTables } from './event-tables';
import { duration, escaped, type Head, percentOf, section, table } from './html';

type Rows = Parameters<typeof table>[1];

const num = (head: string): Head => ({ head, kind: 'number' });
const text = (head: string): Head => ({ head, kind: 'text' });
const time = (head: string): Head => ({ head, kind: 'time' });

function subjectsSection(day: DayText): string {
  const { heads, areas, areasLead } = day.words;
  const columns = [
    text(heads.area),
    num(heads.capacity),
    num(heads.opening),
    num(heads.ins),
    num(heads.outs),
    num(heads.moved),
    num(heads.floored),
    num(heads.closing),
    num(day.peakHead),
    time(heads.peakAt),
    time(heads.above100),
  ];
  const rows = day.all.map(({ name, subject: it }) => [
    name,
    day.capacity(it.capacities.at(-1)?.capacity),
    it.opening,
    it.ins,
    it.outs,
    it.movedIn + it.movedOut,
    it.floored,
    it.closing,
    it.peak,
    day.time(it.peakAt),
    duration(it.secondsAbove[2] * 1000),
  ]);
  return section(areas, areasLead, table(columns, rows));
}

/** Returns a table of periods, and says if there are none or if they were too many to store them all. */
function periodTable({ words }: DayText, columns: readonly Head[], rows: Rows, isWhole: boolean): string {
  const note = isWhole ? '' : `<p>${escaped(words.periodsLeftOut)}</p>`;
  if (rows.length > 0) return note + table(columns, rows);
  return isWhole ? `<p>${escaped(words.none)}</p>` : note;
}

function overSection(day: DayText): string {
  const { heads, overPeriods, overLead } = day.words;
  const rows = day.all.flatMap(({ name, subject }) =>
    subject.over.map((period) => [
      name,
      day.time(period.from),
      day.time(period.to),
      duration(aboveMsOf(period)),
      period.peak,
      period.capacity,
      period.capacity > 0 ? percentOf(period.peak, period.capacity) : '',
    ]),
  );
  const columns = [
    text(heads.area),
    time(heads.from),
    time(heads.to),
    time(heads.above),
    num(day.peakHead),
    num(heads.capacity),
    num(heads.percent),
  ];
  const isWhole = day.all.every(({ subject }) => hasAllPeriods(subject.over, subject.secondsAbove[2]));
  return section(overPeriods, overLead, periodTable(day, columns, rows, isWhole));
}

/** The limits of authorities with their conditions, and the time above each; nothing without limits. */
function limitsSection(day: DayText): string {
  const { heads, limits: title, limitsLead, limitKinds, limitPeriods, limitTotal, overLead } = day.words;
  const all = day.all.flatMap(({ name, subject }) => (subject.limits ?? []).map((limit) => ({ name, limit })));
  if (all.length === 0) return '';
  const limits = all.flatMap(({ name, limit: { kind, history, secondsAbove } }) =>
    history.map(({ at, capacity, staff, condition }, i) => [
      name,
      limitKinds[kind],
      day.time(at),
      day.capacity(capacity),
      staff,
      i === 0 ? duration(secondsAbove * 1000) : '',
      condition,
    ]),
  );
  const columns = [
    text(heads.area),
    text(heads.limit),
    time(heads.from),
    num(day.staff > 0 ? heads.peopleWithStaff : heads.people),
    num(heads.staff),
    time(heads.above),
    text(heads.condition),
  ];
  const periods = all.flatMap(({ name, limit: { kind, over } }) =>
    over.map((period) => [
      name,
      limitKinds[kind],
      day.time(period.from),
      day.time(period.to),
      duration(aboveMsOf(period)),
      period.peak,
      period.capacity,
    ]),
  );
  const periodColumns = [
    text(heads.area),
    text(heads.limit),
    time(heads.from),
    time(heads.to),
    time(heads.above),
    num(day.peakHead),
    num(day.staff > 0 ? heads.peopleWithoutStaff : heads.people),
  ];
  const isWhole = all.every(({ limit }) => hasAllPeriods(limit.over, limit.secondsAbove));
  const above = periodTable(day, periodColumns, periods, isWhole);
  const totals = all.flatMap(({ name, limit: { kind, secondsAbove } }) =>
    secondsAbove > 0 ? `<p>${escaped(limitTotal(name, limitKinds[kind], duration(secondsAbove * 1000)))}</p>` : [],
  );
  return (
    section(title, day.staff > 0 ? limitsLead : '', table(columns, limits)) +
    section(limitPeriods, overLead, above + totals.join(''))
  );
}

function capacitiesSection(day: DayText): string {
  const { heads, capacities: title } = day.words;
  const rows = day.all.flatMap(({ name, subject }) =>
    subject.capacities.map(({ at, capacity }) => [name, day.time(at), day.capacity(capacity)]),
  );
  return section(title, '', table([text(heads.area), time(heads.from), num(heads.capacity)], rows));
}

function devicesSection(day: DayText): string {
  const { heads, devices: title, unnamed, others } = day.words;
  const rows = day.figures.devices.map((device) => {
    const { deviceId, deviceName, isOthers, ins, outs, taps, lateTaps, firstTapAt, lastTapAt } = device;
    const name = isOthers ? others : (deviceName ?? unnamed(deviceId.slice(0, 8)));
    return [name, ins, outs, taps, lateTaps, day.time(firstTapAt), day.time(lastTapAt)];
  });
  const columns = [
    text(heads.device),
    num(heads.ins),
    num(heads.outs),
    num(heads.taps),
    num(heads.late),
    time(heads.first),
    time(heads.last),
  ];
  return section(title, '', table(columns, rows));
}

function stepsSection(day: DayText): string {
  const { heads, steps: title, stepsLead } = day.words;
  const { startsAt, venue } = day.figures;
  const rows = venue.slots.map(([slot, ins, outs, low, high, end]) => [
    day.time(startsAt + slot * SLOT_MS),
    ins,
    outs,
    low,
    high,
    end,
  ]);
  const columns = [time(heads.from), num(heads.ins), num(heads.outs), num(heads.low), num(heads.high), num(heads.end)];
  return section(title, stepsLead, table(columns, rows));
}

/** The tables of the report, in order. */
export const reportTables = (day: DayText, events: DayEvents): string =>
  [
    subjectsSection(day),
    overSection(day),
    limitsSection(day),
    capacitiesSection(day),
    ...eventTables(day, events),
    devicesSection(day),
    stepsSection(day),
  ].join('\n');
