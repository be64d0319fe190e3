import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import type { User } from '../../../../src/shared/schemas/user';
import { FailureLine } from '../counting/areas/failure-line';
import { failureBeside, failureText } from '../events/known/load-failure';
import { useEvents } from '../events/use-events';
import { useFirstEvent, useSelectedEventId } from '../events/use-selected-event';
import { CardsSkeleton } from '../../ui/skeleton';
import { LoadFailed } from '../../ui/load-failed';
import { may, maySomewhere } from '../../session/may';
import { hasOtherEvents } from '../events/has-other-events';
import { EventDialogs, FirstEvent, NoEvent, NothingChosen, preloadDialogs } from './admin-dialogs';
import { useHubConnection } from '../../realtime/use-hub-connection';
import { AdminEvent } from './admin-event';
import { useShownDashboard } from './commands';
import { RoomStatus } from './connection-status';
import { DashboardLayout } from './dashboard-layout';
import { JoinOffer } from './dialogs';
import type { EventDialog } from './event-dialogs';
import { EventTitle } from './event-title';
import { HubStatus } from './hub-status';
import { eventTabs } from './page-toolbar';
import { useJoinCode } from './use-join-code';

/** The dashboard of a member, with what the member may do. */
export function AdminDashboard({ user }: { user: User }) {
  const mayManage = may(user, 'manage');
  const hubConnection = useHubConnection();
  const events = useEvents(user);
  const { query, known, list, failure, isFresh } = events;
  const [selectedId, select] = useSelectedEventId();
  const [dialog, setDialog] = useState<EventDialog | null>(null);
  const [toShareId, setToShareId] = useState<string | null>(null);
  const { link, joinCode, settle } = useJoinCode();
  const joined = list.find(({ accessCode }) => accessCode === joinCode);
  const found = known.find((event) => event.eventId === selectedId) ?? null;
  const hasOthers = hasOtherEvents(user, known);
  const selected = found ?? ((!hasOthers && known[0]) || null);

  // The selected event was deleted, here or on another device, or belongs to another account. Select no event.
  const isLost = isFresh && selectedId !== null && found === null;
  useEffect(() => {
    if (isLost) select(null);
  }, [isLost, select]);

  // A join link to one of the admin's own events selects that event. An admin counts in it without the code.
  useEffect(() => {
    if (joined) select(joined.eventId);
  }, [joined, select]);

  useFirstEvent(isFresh ? list : null, selectedId === null && dialog === null, select);

  const hasDialogs = maySomewhere(user, 'control');
  useEffect(() => (hasDialogs ? preloadDialogs() : undefined), [hasDialogs]);

  /** Opens a dialog in a transition, so that no empty fallback appears while its code loads. */
  const open = (next: EventDialog) => startTransition(() => setDialog(next));

  const close = () => setDialog(null);

  function share() {
    // This needs no further step on the page.
    setToShareId(null);
    open('share');
  }

  useShownDashboard(selected?.eventId ?? selectedId, select);

  const retry = () => void query.refetch();

  function choose(eventId: string) {
    select(eventId);
    close();
  }

  return (
    <DashboardLayout
      user={user}
      {...(selected ? { eventId: selected.eventId, title: selected.eventName } : {})}
      status={
        selected ? (
          <RoomStatus key={selected.eventId} eventId={selected.eventId} />
        ) : (
          <HubStatus connection={hubConnection} />
        )
      }
      toolbar={
        selected
          ? {
              title: <EventTitle event={selected} hasOthers={hasOthers} onChoose={open} onShare={share} />,
              tabs: eventTabs(selected.eventId, 'count'),
            }
          : undefined
      }
    >
      {selected ? (
        <AdminEvent
          key={selected.eventId}
          user={user}
          event={selected}
          // If no answer came, the connection status already says how old the data is.
          loadError={failure?.isAnswered ? failureText(failure) : null}
          onReload={retry}
          onShare={share}
          isToShare={toShareId === selected.eventId}
          onToShare={(isToShare) => setToShareId(isToShare ? selected.eventId : null)}
          onChoose={open}
        />
      ) : (
        <WithoutEvent
          events={events}
          onRetry={retry}
          onSelect={() => open('switch')}
          firstEvent={
            mayManage && (
              <FirstEvent
                isCovered={dialog !== null}
                onCreated={(eventId, hasArea) => {
                  select(eventId);
                  if (hasArea) setToShareId(eventId);
                }}
              />
            )
          }
        />
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

interface WithoutEventProps {
  events: ReturnType<typeof useEvents>;
  onRetry: () => void;
  onSelect: () => void;
  /** The form for the first event of an account; false for users who create none. */
  firstEvent: ReactNode;
}

function WithoutEvent({ events: { query, list, failure }, onRetry, onSelect, firstEvent }: WithoutEventProps) {
  if (query.isPending) return <CardsSkeleton />;
  const isEmpty = list.length === 0;
  if (failure && isEmpty) return <LoadFailed asHeading text={failureText(failure)} onRetry={onRetry} />;
  return (
    <>
      {failure && (
        <div className="pt-7 md:pt-5">
          <FailureLine text={failureBeside(failure)} onRetry={failure.isAnswered ? onRetry : undefined} />
        </div>
      )}
      <Suspense fallback={<CardsSkeleton />}>
        {isEmpty && firstEvent === false ? (
          <NothingChosen />
        ) : (
          <NoEvent onSelect={onSelect} firstEvent={isEmpty && firstEvent} />
        )}
      </Suspense>
    </>
  );
}
