import type { ReportOrder } from '../../../../../src/shared/reports/entries';
import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { actorText } from '../tables/actor-text';
import { type Column, countColumn, exactColumn, type SectionTable, textColumn } from '../tables/table';

/** Returns for which doors the order was. */
export function orderWhom({ target, areaName, deviceName }: ReportOrder): string {
  const words = reportTexts.orders;
  if (target === 'event') return words.allDoors;
  return target === 'area'
    ? words.doorsOf(areaName ?? reportTexts.journal.unknownArea)
    : words.door(deviceName ?? words.unnamedDoor);
}

/** Returns who gave the order; null if that is not known. */
export const givenByText = ({ givenBy, givenByKeyName }: ReportOrder): string | null =>
  givenBy === null ? null : actorText(givenBy, givenByKeyName);

const endedByText = ({ endedBy, endedByKeyName, isReplaced }: ReportOrder): string | null => {
  if (isReplaced) return reportTexts.orders.replaced;
  return endedBy === null ? null : actorText(endedBy, endedByKeyName);
};

/** Returns a table of the orders to doors: what, for whom, from when to when, and by how many devices it was confirmed. */
export function ordersTable({ orders, ordersLeftOut = 0 }: Report): SectionTable<ReportOrder> {
  const { title, heads, kinds, before, stays } = reportTexts.orders;
  const columns: Column<ReportOrder>[] = [
    textColumn(heads.order, ({ kind }) => kinds[kind], { width: 18 }),
    textColumn(heads.whom, orderWhom, { width: 24 }),
    exactColumn(heads.givenAt, ({ givenAt }) => givenAt ?? before, { screenKind: 'moment' }),
    textColumn(heads.givenBy, givenByText, { width: 24, only: 'files' }),
    exactColumn(heads.endedAt, ({ endedAt }) => endedAt ?? stays),
    textColumn(heads.endedBy, endedByText, { width: 22, only: 'files' }),
    countColumn(heads.confirmed, ({ confirmed }) => confirmed, { width: 11 }),
    countColumn(heads.devices, ({ devices }) => devices, { only: 'paper' }),
    countColumn(heads.slowest, ({ slowestSeconds }) => slowestSeconds, { width: 14, only: 'screen' }),
    textColumn(heads.note, ({ note }) => note, { width: 40, only: 'files' }),
  ];
  return {
    title,
    sheet: title,
    isShown: orders !== undefined,
    leftOut: ordersLeftOut,
    columns,
    rows: orders ?? [],
  };
}
