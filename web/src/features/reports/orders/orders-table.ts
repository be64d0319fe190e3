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
export const givenByText = ({ givenBy, givenByKeyName: keyName, givenByPerson: person }: ReportOrder) =>
  givenBy === null ? null : actorText(givenBy, { keyName, person });

const endedByText = (order: ReportOrder): string | null => {
  const { endedBy, endedByKeyName: keyName, endedByPerson: person, isReplaced } = order;
  if (isReplaced) return reportTexts.orders.replaced;
  return endedBy === null ? null : actorText(endedBy, { keyName, person });
};

/** Whether an order names a member of the account. Otherwise screen and paper say nothing of who gave or ended one. */
const namesMembers = (orders: readonly ReportOrder[] = []): boolean =>
  orders.some(({ givenByPerson, endedByPerson }) => givenByPerson !== undefined || endedByPerson !== undefined);

/** Returns a table of the orders to doors: what, for whom, from when to when, and by how many devices it was confirmed. */
export function ordersTable({ orders, ordersLeftOut = 0 }: Report): SectionTable<ReportOrder> {
  const { title, heads, kinds, before, stays } = reportTexts.orders;
  const hasNames = namesMembers(orders);
  const who = { breaks: true, only: hasNames ? ('paper' as const) : ('files' as const) };
  const columns: Column<ReportOrder>[] = [
    textColumn(heads.order, ({ kind }) => kinds[kind], { width: 18 }),
    textColumn(heads.whom, orderWhom, { width: 24 }),
    exactColumn(heads.givenAt, ({ givenAt }) => givenAt ?? before, {
      screenKind: 'moment',
      below: hasNames ? givenByText : undefined,
    }),
    textColumn(heads.givenBy, givenByText, { width: 24, ...who }),
    exactColumn(heads.endedAt, ({ endedAt }) => endedAt ?? stays, {
      screenKind: 'moment',
      below: (order) => (hasNames || order.isReplaced ? endedByText(order) : null),
    }),
    textColumn(heads.endedBy, endedByText, { width: 22, ...who }),
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
