import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndedOrder, EvacuationRecord } from '../../../../src/shared/evacuation/schemas';
import { useRealtime, useRoom } from '../../realtime/hooks';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount, formatRecent } from '../../texts/format';
import { Button } from '../../ui/button';
import { useSubmission } from '../../ui/forms/use-submission';
import { Notice } from '../../ui/notice';
import { OrderIcon } from '../orders/order-appearance';
import { whomOf } from '../orders/order-states';
import { giveOrder, ordersQuery } from '../orders/orders-api';
import type { EvacuationDialogProps } from './evacuation-dialog-props';
import { formatLasted } from './format-lasted';
import { recordTime } from './target-time';
import { timeWords } from './target-words';
import { ShowNumbers } from './show-numbers';

interface EndedViewProps extends EvacuationDialogProps {
  record: EvacuationRecord;
}

/** What happened, and what is to be decided now: which orders hold again, and whether displays show numbers. */
export function EndedView({ event: { eventId }, record, onClose }: EndedViewProps) {
  const [asksStaff, setAsksStaff] = useState(record.asksStaff ?? false);
  const { endedOrders = [], evacuationId } = record;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <EvacuationSummary record={record} />
      {endedOrders.length > 0 && <EndedOrders eventId={eventId} orders={endedOrders} />}
      {asksStaff && <ShowNumbers eventId={eventId} evacuationId={evacuationId} onShown={() => setAsksStaff(false)} />}
      <Button onClick={onClose} data-first-focus>
        {dialogTexts.evacuation.close}
      </Button>
    </div>
  );
}

/** The orders that the evacuation ended. None is chosen. */
function EndedOrders({ eventId, orders }: { eventId: string; orders: readonly EndedOrder[] }) {
  const { areas } = useRoom(eventId).snapshot;
  const realtime = useRealtime();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<EndedOrder>>(new Set());
  const [isDone, setDone] = useState(false);
  const words = dialogTexts.evacuation;
  const { busy, error, submit } = useSubmission(() => words.giveAnewFailed);
  if (isDone) return <p role="status">{words.givenAnew}</p>;

  const toggle = (order: EndedOrder) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(order)) next.add(order);
      return next;
    });
  const give = () =>
    void submit(async () => {
      const clientId = realtime.clientIdOf(eventId);
      for (const order of orders) {
        if (!chosen.has(order)) continue;
        const list = await giveOrder(eventId, { ...order, ...(clientId !== null && { clientId }) });
        client.setQueryData(ordersQuery(eventId).queryKey, list);
      }
      setDone(true);
    });
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold">{words.endedOrders}</legend>
      <p className="text-sm text-muted">{words.endedOrdersLead}</p>
      {orders.map((order) => (
        <label
          key={JSON.stringify(order.target)}
          className="flex min-h-13 items-center gap-3 rounded-field bg-sunken px-3 py-2"
        >
          <input
            type="checkbox"
            checked={chosen.has(order)}
            onChange={() => toggle(order)}
            className="size-6 shrink-0 accent-ink"
          />
          <OrderIcon kind={order.kind} size={24} />
          <span className="min-w-0">
            <span className="block font-semibold">
              {texts.orderKinds[order.kind]} · {whomOf(order.target, areas ?? [], null)}
            </span>
            {order.note !== null && <span className="block text-sm break-words">{order.note}</span>}
          </span>
        </label>
      ))}
      {error !== null && <Notice tone="bad">{error}</Notice>}
      {chosen.size > 0 && (
        <Button variant="quiet" busy={busy} onClick={give}>
          {busy ? words.givingAnew : words.giveAnew}
        </Button>
      )}
    </fieldset>
  );
}

const timeOf = (iso: string | null, whenNone: string): string =>
  iso === null ? whenNone : formatRecent(Date.parse(iso));

/** What happened in an evacuation or drill, in a few lines. */
function EvacuationSummary({ record }: Pick<EndedViewProps, 'record'>) {
  const { startedAt, endedAt, timeline, progress } = record;
  const words = dialogTexts.evacuation;
  const time = recordTime(record);
  const toEmpty = [
    ...(time.isEmpty ? [] : [words.never]),
    timeWords(time),
    ...(time.over === null ? [] : [words.overTarget(time.over)]),
  ].join(', ');
  const lines: [name: string, value: string][] = [
    [words.lasted, formatLasted(Date.parse(startedAt), Date.parse(endedAt ?? startedAt))],
    ...(time.target === null ? [] : [[words.emptyAfter, toEmpty] satisfies [string, string]]),
    [words.lastExit, timeOf(timeline.lastOutAt, words.none)],
    ...timeline.areas.map(({ areaName, emptyAt, remaining }): [string, string] => [
      areaName,
      emptyAt === null
        ? `${words.never}: ${formatCount(remaining)}`
        : `${words.emptyAt} ${formatRecent(Date.parse(emptyAt))}`,
    ]),
    ...timeline.assembled.map(({ name, people }): [string, string] => [words.point(name), formatCount(people)]),
    ...(timeline.assembled.length > 0
      ? [[words.unaccounted, formatCount(progress.unaccounted)] satisfies [string, string]]
      : []),
  ];
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {lines.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-3">
          <dt title={name} className="min-w-0 truncate text-muted">
            {name}
          </dt>
          <dd className="max-w-3/4 shrink-0 text-end font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
