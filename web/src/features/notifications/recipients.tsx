import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertRecipient, AlertRecipientList, RecipientKind } from '../../../../src/shared/notifications/schemas';
import type { Event } from '../../../../src/shared/schemas/event';
import { ownMessage } from '../../api/api-client';
import { notificationTexts } from '../../texts/notification-texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { showToast } from '../../ui/overlays/toasts';
import { Loaded } from '../../ui/loaded';
import { answerText, DeliveryList } from './delivery-list';
import { canReceivePushes } from './push-subscription';
import { type Asked, RecipientDialog } from './recipient-dialogs';
import { DELIVERIES_KEY, testRecipient, useRecipients } from './recipients-api';

/** Lists the recipients of alerts outside the app, and the last messages to them. */
export function Recipients({ events }: { events: readonly Event[] }) {
  const words = notificationTexts;
  return (
    <Loaded isPart query={useRecipients()} failedText={words.loadFailed} loadingText={words.loading}>
      {(list) => <RecipientList list={list} events={events} />}
    </Loaded>
  );
}

function RecipientList({ list, events }: { list: AlertRecipientList; events: readonly Event[] }) {
  const words = notificationTexts;
  const [asked, setAsked] = useState<Asked | null>(null);
  const { recipients, canMail, pushKey } = list;
  const add = (kind: RecipientKind) => setAsked({ type: 'add', kind });
  const canPush = pushKey !== null && canReceivePushes();
  return (
    <>
      <section aria-label={words.recipients} className="grid gap-3">
        {recipients.length === 0 && <p className="text-muted text-pretty">{words.none}</p>}
        <ul className="grid gap-3">
          {recipients.map((recipient) => (
            <RecipientCard key={recipient.recipientId} recipient={recipient} onAsk={setAsked} />
          ))}
        </ul>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-3">
          <Button disabled={!canPush} onClick={() => add('push')}>
            {words.add.push}
          </Button>
          <Button variant="quiet" disabled={!canMail} onClick={() => add('mail')}>
            {words.add.mail}
          </Button>
          <Button variant="quiet" onClick={() => add('webhook')}>
            {words.add.webhook}
          </Button>
        </div>
        {!canPush && (
          <p className="text-sm text-muted text-pretty">{pushKey === null ? words.pushOff : words.pushUnsupported}</p>
        )}
        {!canMail && <p className="text-sm text-muted text-pretty">{words.mailOff}</p>}
      </section>
      <DeliveryList recipients={recipients} />
      {asked && <RecipientDialog asked={asked} events={events} pushKey={pushKey} onClose={() => setAsked(null)} />}
    </>
  );
}

interface RecipientCardProps {
  recipient: AlertRecipient;
  onAsk: (asked: Asked) => void;
}

function RecipientCard({ recipient, onAsk }: RecipientCardProps) {
  const words = notificationTexts;
  const { name, kind, address, confirmedAt, threshold, afterMinutes, eventIds, quietHours, topics } = recipient;
  const hasAlerts = topics.includes('alerts');
  const isAlertsAlone = hasAlerts && topics.length === 1;
  const facts = [
    ...(isAlertsAlone ? [] : topics.map((topic) => words.form.topicNames[topic])),
    hasAlerts && words.at(threshold),
    words.events(eventIds?.length ?? null),
    hasAlerts && words.after(afterMinutes),
    hasAlerts && quietHours !== null && words.quiet(quietHours.from, quietHours.to),
  ].filter((fact) => fact !== false);
  return (
    <li className="grid gap-3 rounded-card border border-line bg-raised p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-0 grow basis-44">
          <h3 className="font-semibold wrap-anywhere">{name}</h3>
          <p className="text-sm text-muted wrap-anywhere">{address}</p>
        </div>
        <Badge tone={confirmedAt === null ? 'warn' : 'neutral'}>
          {confirmedAt === null ? words.unconfirmed : words.kinds[kind]}
        </Badge>
      </div>
      <p className="text-sm">{facts.join(' · ')}</p>
      {confirmedAt === null && <p className="text-sm text-muted text-pretty">{words.unconfirmedText}</p>}
      <div className="flex flex-wrap gap-2 [&>button]:min-h-11 [&>button]:grow [&>button]:px-4 [&>button]:text-sm">
        {confirmedAt !== null && <TestButton recipient={recipient} />}
        <Button variant="quiet" aria-label={words.changeOf(name)} onClick={() => onAsk({ type: 'change', recipient })}>
          {words.change}
        </Button>
        <Button variant="quiet" aria-label={words.removeOf(name)} onClick={() => onAsk({ type: 'delete', recipient })}>
          {words.remove}
        </Button>
      </div>
    </li>
  );
}

function TestButton({ recipient: { recipientId, name } }: { recipient: AlertRecipient }) {
  const words = notificationTexts;
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    try {
      const { state, answer } = await testRecipient(recipientId);
      showToast(state === 'sent' ? words.testSent : words.testFailed(answerText(answer ?? '')));
    } catch (failure) {
      showToast(ownMessage(failure, words.failed));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: DELIVERIES_KEY });
    }
  }
  return (
    <Button variant="quiet" busy={busy} aria-label={words.testOf(name)} onClick={() => void send()}>
      {busy ? words.testing : words.test}
    </Button>
  );
}
