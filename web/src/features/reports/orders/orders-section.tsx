import type { ReportOrder } from '../../../../../src/shared/reports/entries';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { type DataColumn, DataTable } from '../../../ui/data-table';
import { momentOf } from '../report-clock';
import { OneLine } from '../sections/one-line';
import { ReportSection } from '../sections/report-section';
import { orderWhom } from './orders-table';

function orderColumns(report: Report): DataColumn<ReportOrder>[] {
  const words = reportTexts.orders;
  const { heads } = words;
  const moment = momentOf(report);
  const endOf = ({ endedAt, isReplaced }: ReportOrder) => (
    <span className="grid">
      <OneLine text={endedAt === null ? words.stays : moment(endedAt)} />
      {isReplaced && <span className="text-xs text-muted">{words.replaced}</span>}
    </span>
  );
  return [
    {
      head: heads.order,
      cell: ({ kind, note }) => (
        <span className="grid">
          <span>{words.kinds[kind]}</span>
          {note !== null && <span className="max-w-80 text-xs font-normal text-muted">{note}</span>}
        </span>
      ),
    },
    { head: heads.whom, cell: orderWhom },
    {
      head: heads.givenAt,
      cell: ({ givenAt }) => <OneLine text={givenAt === null ? words.before : moment(givenAt)} />,
    },
    { head: heads.endedAt, cell: endOf },
    {
      head: heads.confirmed,
      numeric: true,
      cell: ({ confirmed, devices }) => words.ofAll(formatCount(confirmed), formatCount(devices)),
    },
    {
      head: heads.slowest,
      numeric: true,
      cell: ({ slowestSeconds }) => (slowestSeconds === null ? '–' : `${formatCount(slowestSeconds)} s`),
    },
  ];
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
        columns={orderColumns(report)}
      />
      {ordersLeftOut > 0 && <p className="text-sm text-muted">{words.leftOut(formatCount(ordersLeftOut))}</p>}
    </ReportSection>
  );
}
