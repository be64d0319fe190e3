import type { ReportOrder } from '../../../../../src/shared/reports/entries';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { DataTable } from '../../../ui/data-table';
import { ReportSection } from '../sections/report-section';
import { type ScreenCells, screenColumns } from '../tables/screen-columns';
import { orderWhom, ordersTable } from './orders-table';

function orderCells(): ScreenCells<ReportOrder> {
  const { heads, kinds, ofAll } = reportTexts.orders;
  return {
    [heads.order]: {
      cell: ({ kind, note }) => (
        <span className="grid">
          <span>{kinds[kind]}</span>
          {note !== null && <span className="max-w-80 text-xs font-normal text-muted">{note}</span>}
        </span>
      ),
    },
    [heads.confirmed]: { cell: ({ confirmed, devices }) => ofAll(formatCount(confirmed), formatCount(devices)) },
    [heads.slowest]: {
      cell: ({ slowestSeconds }) => (slowestSeconds === null ? '–' : `${formatCount(slowestSeconds)} s`),
    },
  };
}

/** Lists the orders to doors; nothing if none was in force. */
export function OrdersSection({ report }: { report: Report }) {
  const words = reportTexts.orders;
  const { orders = [], ordersLeftOut = 0 } = report;
  if (orders.length === 0) return null;
  return (
    <ReportSection title={words.title} lead={words.lead}>
      <DataTable
        label={words.title}
        rows={orders}
        keyOf={(order) => `${order.kind} ${order.givenAt} ${order.endedAt} ${orderWhom(order)}`}
        columns={screenColumns(ordersTable(report), report, orderCells())}
      />
      {ordersLeftOut > 0 && <p className="text-sm text-muted">{words.leftOut(formatCount(ordersLeftOut))}</p>}
    </ReportSection>
  );
}
