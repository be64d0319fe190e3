import { useQueryClient } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { startTransition, Suspense, useEffect, useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { NoEventAreas } from '../../features/areas/no-event-areas';
import { putEvent, removeEvent, useEvents } from '../../features/events/use-events';
import { useSelectedEventId } from '../../features/events/use-selected-event';
import { ownMessage } from '../../lib/api-client';
import { texts } from '../../lib/texts';
import { useHubConnection } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Spinner } from '../../ui/spinner';
import { AdminEvent } from './admin-event';
import { ConnectionStatus, RoomStatus } from './connection-status';
import { DashboardLayout } from './dashboard-layout';
import { CreateEventDialog, DeleteEventDialog, preloadDialogs, RenameEventDialog, SwitchEventDialog } from './dialogs';

type OpenDialog = 'switch' | 'create' | 'rename' | 'delete' | null;

export function AdminDashboard({ user }: { user: User }) {
  const client = useQueryClient();
  const hubConnection = useHubConnection();
  const { query, list, isFresh } = useEvents(user);
  const [selectedId, select] = useSelectedEventId();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const selected = list.find((event) => event.eventId === selectedId) ?? null;

  // Deleted here, on another device, or another account's: no longer the selected one.
  const isLost = isFresh && selectedId !== null && selected === null;
  useEffect(() => {
    if (isLost) select(null);
  }, [isLost, select]);

  useEffect(preloadDialogs, []);

  /** In a transition, so that a dialog whose code has just come is not held back behind an empty fallback. */
  const open = (next: OpenDialog) => startTransition(() => setDialog(next));

  const close = () => setDialog(null);

  function choose(eventId: string) {
    select(eventId);
    close();
  }

  const put = (event: Event) => putEvent(client, event);

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
          onSwitch={() => open('switch')}
          onRename={() => open('rename')}
          onDelete={() => open('delete')}
        />
      ) : (
        <NoEvent query={query} onSelect={() => open('switch')} />
      )}
      <Suspense>
        {dialog === 'switch' && (
          <SwitchEventDialog
            onClose={close}
            events={list}
            selectedId={selectedId}
            onSelect={choose}
            onCreate={() => open('create')}
          />
        )}
        {dialog === 'rename' && selected && <RenameEventDialog event={selected} onClose={close} onRenamed={put} />}
        {dialog === 'delete' && selected && (
          <DeleteEventDialog event={selected} onClose={close} onDeleted={(eventId) => removeEvent(client, eventId)} />
        )}
        {dialog === 'create' && <CreateEventDialog onClose={close} onCreated={put} onSelect={choose} />}
      </Suspense>
    </DashboardLayout>
  );
}

interface NoEventProps {
  query: ReturnType<typeof useEvents>['query'];
  onSelect: () => void;
}

function NoEvent({ query, onSelect }: NoEventProps) {
  if (query.isPending) return <Spinner />;
  if (query.isLoadingError) {
    return (
      <EmptyState asHeading tone="bad" text={ownMessage(query.error, texts.dashboard.loadFailed)}>
        <Button variant="quiet" onClick={() => void query.refetch()}>
          {texts.common.tryAgain}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <EmptyState asHeading text={texts.dashboard.noneSelected} icon={<CalendarDays aria-hidden size={28} />}>
        <Button id="select-event" onClick={onSelect}>
          {texts.dashboard.selectEvent}
        </Button>
      </EmptyState>
      <NoEventAreas />
    </>
  );
}
