import { useQueryClient } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { startTransition, Suspense, useEffect, useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { putEvent, useEvents } from '../../features/events/use-events';
import { useSelectedEventId } from '../../features/events/use-selected-event';
import { ownMessage } from '../../lib/api-client';
import { texts } from '../../lib/texts';
import { useHubConnection } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Spinner } from '../../ui/spinner';
import { AdminEvent } from './admin-event';
import { DashboardLayout } from './dashboard-layout';
import { CreateEventDialog, preloadDialogs, SwitchEventDialog } from './dialogs';

type OpenDialog = 'switch' | 'create' | null;

export function AdminDashboard({ user }: { user: User }) {
  const client = useQueryClient();
  const hubConnection = useHubConnection();
  const { query, list } = useEvents();
  const [selectedId, select] = useSelectedEventId();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const selected = list.find((event) => event.eventId === selectedId) ?? null;

  // Deleted here, on another device, or another account's: no longer the selected one.
  const isLost = query.isSuccess && selectedId !== null && selected === null;
  useEffect(() => {
    if (isLost) select(null);
  }, [isLost, select]);

  useEffect(preloadDialogs, []);

  /** In a transition, so that a dialog whose code has just come is not held back behind an empty fallback. */
  const open = (next: OpenDialog) => startTransition(() => setDialog(next));

  function choose(eventId: string) {
    select(eventId);
    setDialog(null);
  }

  function created(event: Event) {
    putEvent(client, event);
    choose(event.eventId);
  }

  const dialogs = (
    <Suspense>
      {dialog === 'switch' && (
        <SwitchEventDialog
          onClose={() => setDialog(null)}
          events={list}
          selectedId={selectedId}
          onSelect={choose}
          onCreate={() => open('create')}
        />
      )}
      {dialog === 'create' && <CreateEventDialog onClose={() => setDialog(null)} onCreated={created} />}
    </Suspense>
  );

  if (selected) {
    return (
      <>
        <AdminEvent key={selected.eventId} user={user} event={selected} onSwitch={() => open('switch')} />
        {dialogs}
      </>
    );
  }
  return (
    <DashboardLayout user={user} connection={hubConnection}>
      {query.isPending && <Spinner />}
      {query.isLoadingError && (
        <EmptyState asHeading tone="bad" text={ownMessage(query.error, texts.dashboard.loadFailed)}>
          <Button variant="quiet" onClick={() => void query.refetch()}>
            {texts.common.tryAgain}
          </Button>
        </EmptyState>
      )}
      {query.isSuccess && (
        <EmptyState asHeading text={texts.dashboard.noneSelected} icon={<CalendarDays aria-hidden size={28} />}>
          <Button onClick={() => open('switch')}>{texts.dashboard.selectEvent}</Button>
        </EmptyState>
      )}
      {dialogs}
    </DashboardLayout>
  );
}
