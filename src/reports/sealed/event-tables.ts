import type { OrderRecord } from './order-history';
import { areaName } from './correction-table';
import type { DayEvacuation, DayEvents } from './day-events';
import type { DayText } from './day-text';
import { escaped, section } from './html';
import { num, type ReportTable, tableText, text, time } from './report-table';

/** What it was, what it had been before, and whether it was started by mistake. */
function whatOf({ isDrill, becameRealAt, isMistake }: DayEvacuation, day: DayText): string {
  const words = day.words.events;
  const parts = [
    isDrill ? words.drill : words.evacuation,
    ...(becameRealAt === null ? [] : [words.drillUntil(day.time(becameRealAt))]),
    ...(isMistake ? [words.byMistake] : []),
  ];
  return parts.join(', ');
}

export const EVACUATION_TABLE: ReportTable<DayEvacuation> = {
  name: 'evacuations',
  columns: [
    text('what', whatOf),
    time('began', ({ began }, day) => (began === null ? day.words.events.before : day.time(began.at))),
    num('insideThen', ({ began }) => began?.people ?? ''),
    time('ended', ({ ended }, day) => (ended === null ? day.words.events.after : day.time(ended.at))),
    num('stillInside', ({ ended }) => ended?.people ?? ''),
    time('lasted', ({ began, ended }, day) =>
      began === null || ended === null ? '' : day.duration(ended.at - began.at),
    ),
  ],
};

/** Returns for which doors the order was. */
function whom({ target, deviceName }: OrderRecord, day: DayText): string {
  const words = day.words.events;
  if (target.type === 'event') return words.allDoors;
  if (target.type === 'device') return words.door(deviceName ?? words.unnamedDoor);
  return words.doorsOf(areaName(day, target.areaId));
}

const MS_PER_S = 1000;

export const ORDER_TABLE: ReportTable<OrderRecord> = {
  name: 'orders',
  columns: [
    text('order', ({ kind }, { words }) => words.events.orderKinds[kind]),
    text('whom', whom),
    time('given', ({ givenAt }, day) => (givenAt === null ? day.words.events.before : day.time(givenAt))),
    time('ended', ({ endedAt, isReplaced }, day) => {
      const { after, replaced } = day.words.events;
      const end = endedAt === null ? after : day.time(endedAt);
      return isReplaced ? replaced(end) : end;
    }),
    // The number of devices was noted when the order was given or ended, and others may have confirmed it since.
    num('confirmed', ({ confirmed, devices }, { words }) =>
      words.events.ofAll(confirmed, Math.max(devices, confirmed)),
    ),
    // It is a matter of seconds.
    num('slowest', ({ givenAt, lastConfirmedAt }) =>
      givenAt === null || lastConfirmedAt === null ? '' : Math.round((lastConfirmedAt - givenAt) / MS_PER_S),
    ),
    text('note', ({ note }) => note ?? ''),
  ],
};

export function evacuationsSection(day: DayText, { evacuations }: DayEvents): string {
  const { evacuations: title, evacuationsLead } = day.words.events;
  if (evacuations.length === 0) return '';
  return section(title, evacuationsLead, tableText(day, EVACUATION_TABLE, evacuations));
}

export function ordersSection(day: DayText, { orders: { records, leftOut } }: DayEvents): string {
  const words = day.words.events;
  if (records.length === 0) return '';
  const more = leftOut > 0 ? `<p>${escaped(words.leftOut(leftOut))}</p>` : '';
  return section(words.orders, words.ordersLead, tableText(day, ORDER_TABLE, records) + more);
}
