import { startTransition, Suspense, useEffect, useState } from 'react';
import type { User } from '../../../../src/shared/schemas/user';
import { FailureLine } from '../../features/areas/failure-line';
import { NoEventAreas } from '../../features/areas/no-event-areas';
import { failureBeside, failureText, useEvents } from '../../features/events/use-events';
import { useSelectedEventId } from '../../features/events/use-selected-event';
import { texts } from '../../lib/app-texts';
import { useHubConnection } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { CalendarDays } from '../../ui/icons/calendar-days';
import { Spinner } from '../../ui/spinner';
import { AdminEvent } from './admin-event';
import { ConnectionStatus, RoomStatus } from './connection-status';
import { DashboardLayout } from './dashboard-layout';
import { EventDialogs, JoinOffer, preloadDialogs } from './dialogs';
import type { EventDialog } from './event-dialogs';
import { useJoinCode } from './use-join-code';

export function AdminDashboard({ user }: { user: User }) {
  const hubConnection = useHubConnection();
  const events = useEvents(user);
  const { query, known, list, failure, isFresh } = events;
  const [selectedId, select] = useSelectedEventId();
  const [dialog, setDialog] = useState<EventDialog | null>(null);
  const { link, joinCode, settle } = useJoinCode();
  const joined = list.find(({ accessCode }) => accessCode === joinCode);
  const selected = known.find((event) => event.eventId === selectedId) ?? null;

  // Deleted here, on another device, or another account's: no longer the selected one.
  const isLost = isFresh && selectedId !== null && selected === null;
  useEffect(() => {
    if (isLost) select(null);
  }, [isLost, select]);

  // The link of an own event leads to it: an admin counts there without its code.
  useEffect(() => {
    if (joined) select(joined.eventId);
  }, [joined, select]);

  useEffect(preloadDialogs, []);

  /** In a transition, so that a dialog whose code has just come is not held back behind an empty fallback. */
  const open = (next: EventDialog) => startTransition(() => setDialog(next));

  const close = () => setDialog(null);

  const retry = () => void query.refetch();

  function choose(eventId: string) {
    select(eventId);
    close();
  }

  const noRoom = (
    <ConnectionStatus line={{ connection: hubConnection, ended: null, syncedAt: null, remembered: false }} />
  );
  return (
    <DashboardLayout
      user={user}
      {...(selected ? { eventId: selected.eventId, title: selected.eventName } : {})}
      status={selected ? <RoomStatus key={selected.eventId} eventId={selected.eventId} /> : noRoom}
    >
      {selected ? (
        <AdminEvent
          key={selected.eventId}
          user={user}
          event={selected}
          // Without an answer the status of the connection says how old it all is.
          loadError={failure?.isAnswered ? failureText(failure) : null}
          onReload={retry}
          onShare={() => open('share')}
          onChoose={open}
        />
      ) : (
        <NoEvent events={events} onRetry={retry} onSelect={() => open('switch')} />
      )}
      <Suspense>
        {dialog && (
          <EventDialogs
            open={dialog}
            events={list}
            failure={failure}
            onRetry={retry}
            selected={selected}
            onClose={close}
            onCreate={() => open('create')}
            onSelect={choose}
          />
        )}
        {link && (joined || isFresh) && (
          <JoinOffer user={user} link={link} ownEventId={joined?.eventId} onClose={settle} />
        )}
      </Suspense>
    </DashboardLayout>
  );
}

interface NoEventProps {
  events: ReturnType<typeof useEvents>;
  onRetry: () => void;
  onSelect: () => void;
}

function NoEvent({ events: { query, list, failure }, onRetry, onSelect }: NoEventProps) {
  if (query.isPending) return <Spinner />;
  if (failure && list.length === 0) {
    return (
      <EmptyState asHeading tone="bad" text={failureText(failure)}>
        <Button variant="quiet" onClick={onRetry}>
          {texts.common.tryAgain}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      {failure && (
        <div className="pt-7 md:pt-5">
          <FailureLine text={failureBeside(failure)} onRetry={failure.isAnswered ? onRetry : undefined} />
        </div>
      )}
      <EmptyState asHeading text={texts.dashboard.noneSelected} icon={<CalendarDays aria-hidden size={28} />}>
        <Button id="select-event" onClick={onSelect}>
          {texts.dashboard.selectEvent}
        </Button>
      </EmptyState>
      <NoEventAreas />
    </>
  );
}
