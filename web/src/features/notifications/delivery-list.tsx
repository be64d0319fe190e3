import { assertNever } from '../../../../src/shared/assert-never';
import type { AlertRecipient, Delivery } from '../../../../src/shared/notifications/schemas';
import { ownMessage } from '../../api/api-client';
import { formatMoment } from '../../texts/format';
import { machineSentence } from '../../texts/machine-trouble';
import { notificationTexts } from '../../texts/notification-texts';
import { formatDay } from '../../texts/zone-format';
import { Badge, type Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { Spinner } from '../../ui/spinner';
import { useDeliveries } from './recipients-api';

const TONES: Record<Delivery['state'], Tone> = { waiting: 'warn', sent: 'good', failed: 'bad', dropped: 'neutral' };

/** Says what an answer means: a status as it is, a reason in words. */
export function answerText(answer: string): string {
  const { answers, answer: status } = notificationTexts.deliveries;
  return (answers as Readonly<Record<string, string>>)[answer] ?? status(answer);
}

function titleOf({ type, alerts, eventName, day, total }: Delivery): string {
  const words = notificationTexts.deliveries;
  const [first] = alerts;
  switch (type) {
    case 'test':
      return words.test;
    case 'summary':
      return words.summary(total);
    case 'mails_paused':
      return words.mailsPaused;
    case 'raised':
    case 'acknowledged':
    case 'cleared':
      if (first === undefined) return words.test;
      if (type === 'raised' && first.trouble)
        return words.machine(first.eventName, machineSentence(first.areaName ?? '', first.trouble));
      return words.types[type](first.eventName, first.areaName ?? words.venue, first.threshold);
    case 'counts.changed':
    case 'order.given':
    case 'order.confirmed':
    case 'order.ended':
    case 'order.unconfirmed':
    case 'evacuation.started':
    case 'evacuation.ended':
    case 'day.closed':
    case 'report.sealed':
      return [eventName, words.news[type], day === null ? null : formatDay(day)].filter(Boolean).join(' · ');
    default:
      return assertNever(type);
  }
}

/** The last messages to all recipients, with the last answer to each. */
export function DeliveryList({ recipients }: { recipients: readonly AlertRecipient[] }) {
  const words = notificationTexts.deliveries;
  const { data, error, isFetching, refetch } = useDeliveries();
  const nameOf = (id: string) => recipients.find(({ recipientId }) => recipientId === id)?.name ?? words.deleted;
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{words.title}</h3>
        <Button variant="quiet" className="min-h-11 px-4 text-sm" busy={isFetching} onClick={() => void refetch()}>
          {words.refresh}
        </Button>
      </div>
      {!data && (error ? <Notice tone="bad">{ownMessage(error, words.loadFailed)}</Notice> : <Spinner />)}
      {data?.length === 0 && <p className="text-muted">{words.none}</p>}
      <ul className="divide-y divide-line">
        {data?.map((delivery) => (
          <li key={delivery.deliveryId} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 grow basis-56">
              <p className="font-medium wrap-anywhere">{titleOf(delivery)}</p>
              <p className="text-sm text-muted wrap-anywhere">
                {[nameOf(delivery.recipientId), formatMoment(delivery.createdAt), detailOf(delivery)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Badge tone={TONES[delivery.state]}>{words.states[delivery.state]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

function detailOf({ state, answer, attempts, nextAt }: Delivery): string {
  const words = notificationTexts.deliveries;
  const parts = [
    answer !== null && answerText(answer),
    attempts > 1 && words.attempts(attempts),
    state === 'waiting' && nextAt !== null && words.next(formatMoment(nextAt)),
  ];
  return parts.filter((part) => part !== false).join(', ');
}
