import type { OrderRecord } from '../answer/order-history';
import type { DayEvacuation, DayEvents } from './day-events';
import type { DayText } from './day-text';
import { duration, escaped, type Head, section, table } from './html';

const num = (head: string): Head => ({ head, kind: 'number' });
const text = (head: string): Head => ({ head, kind: 'text' });
const time = (head: string): Head => ({ head, kind: 'time' });

/** What it was, what it had been before, and whether it was started by mistake. */
function whatOf({ isDrill, becameRealAt, isMistake }: Omit<DayEvacuation, 'began' | 'ended'>, day: DayText): string {
  const words = day.words.events;
  const parts = [
    isDrill ? words.drill : words.evacuation,
    ...(becameRealAt === null ? [] : [words.drillUntil(day.time(becameRealAt))]),
    ...(isMistake ? [words.byMistake] : []),
  ];
  return parts.join(', ');
}

function evacuationsSection(day: DayText, { evacuations }: DayEvents): string {
  const { heads, ...words } = day.words.events;
  if (evacuations.length === 0) return '';
  const rows = evacuations.map(({ began, ended, ...evacuation }) => [
    whatOf(evacuation, day),
    began === null ? words.before : day.time(began.at),
    began?.people ?? '',
    ended === null ? words.after : day.time(ended.at),
    ended?.people ?? '',
    began === null || ended === null ? '' : duration(ended.at - began.at),
  ]);
  const columns = [
    text(heads.what),
    time(heads.began),
    num(heads.insideThen),
    time(heads.ended),
    num(heads.stillInside),
    time(heads.lasted),
  ];
  return section(words.evacuations, words.evacuationsLead, table(columns, rows));
}

/** Returns for which doors the order was. */
function whom({ target, deviceName }: OrderRecord, { words: { events: words, deleted }, figures }: DayText): string {
  if (target.type === 'event') return words.allDoors;
  if (target.type === 'device') return words.door(deviceName ?? words.unnamedDoor);
  const area = figures.areas.find(({ areaId }) => areaId === target.areaId);
  if (area === undefined) return words.doorsOf(target.areaId);
  return words.doorsOf(area.deletedAt === null ? area.areaName : deleted(area.areaName));
}

function ordersSection(day: DayText, { orders: { records, leftOut } }: DayEvents): string {
  const { heads, ...words } = day.words.events;
  if (records.length === 0) return '';
  const rows = records.map((order) => {
    const { kind, note, givenAt, endedAt, isReplaced, confirmed, devices, lastConfirmedAt } = order;
    const end = endedAt === null ? words.after : day.time(endedAt);
    const isTimed = givenAt !== null && lastConfirmedAt !== null;
    return [
      words.orderKinds[kind],
      whom(order, day),
      givenAt === null ? words.before : day.time(givenAt),
      isReplaced ? words.replaced(end) : end,
      // The number of devices was noted when the order was given or ended, and others may have confirmed it since.
      words.ofAll(confirmed, Math.max(devices, confirmed)),
      isTimed ? duration(lastConfirmedAt - givenAt) : '',
      note ?? '',
    ];
  });
  const columns = [
    text(heads.order),
    text(heads.whom),
    time(heads.given),
    time(heads.ended),
    num(heads.confirmed),
    time(heads.slowest),
    text(heads.note),
  ];
  const more = leftOut > 0 ? `<p>${escaped(words.leftOut(leftOut))}</p>` : '';
  return section(words.orders, words.ordersLead, table(columns, rows) + more);
}

/** What the control room did on the day. */
export const eventTables = (day: DayText, events: DayEvents): string[] =>
  [evacuationsSection(day, events), ordersSection(day, events)].filter((made) => made !== '');
