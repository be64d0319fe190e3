import type { ReportOrder } from '../../../../../src/shared/reports/entries';
import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { actorText } from '../tables/actor-text';
import type { Column, Table } from '../tables/table';

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
export function ordersTable({ orders = [] }: Report): Table<ReportOrder> {
  const { heads, kinds, before, stays } = reportTexts.orders;
  const columns: Column<ReportOrder>[] = [
    { head: heads.order, kind: 'text', value: ({ kind }) => kinds[kind], width: 18 },
    { head: heads.whom, kind: 'text', value: orderWhom, width: 24 },
    { head: heads.givenAt, kind: 'exactMoment', value: ({ givenAt }) => givenAt ?? before, width: 20 },
    { head: heads.givenBy, kind: 'text', value: givenByText, width: 24, onlyInFiles: true },
    { head: heads.endedAt, kind: 'exactMoment', value: ({ endedAt }) => endedAt ?? stays, width: 20 },
    {
      head: heads.endedBy,
      kind: 'text',
      value: endedByText,
      width: 22,
      onlyInFiles: true,
    },
    { head: heads.confirmed, kind: 'count', value: ({ confirmed }) => confirmed, width: 11 },
    { head: heads.devices, kind: 'count', value: ({ devices }) => devices, width: 10 },
    { head: heads.slowest, kind: 'count', value: ({ slowestSeconds }) => slowestSeconds, width: 14, onlyInFiles: true },
    { head: heads.note, kind: 'text', value: ({ note }) => note, width: 40, onlyInFiles: true },
  ];
  return { columns, rows: orders };
}
