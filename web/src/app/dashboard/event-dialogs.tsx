import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { EventAction } from '../../features/events/event-menu';
import { putEvent, removeEvent } from '../../features/events/use-events';
import {
  CreateEventDialog,
  DeleteEventDialog,
  DevicesDialog,
  DisplayLinkDialog,
  RenameEventDialog,
  ShareDialog,
  SwitchEventDialog,
  VenueDialog,
} from './dialogs';

/** What an admin may have open about events. */
export type EventDialog = Exclude<EventAction, 'overview'> | 'create' | 'share';

export interface EventDialogsProps {
  open: EventDialog | null;
  events: readonly Event[];
  selected: Event | null;
  onClose: () => void;
  onCreate: () => void;
  onSelect: (eventId: string) => void;
}

export function EventDialogs({ open, events, selected, onClose, onCreate, onSelect }: EventDialogsProps) {
  const client = useQueryClient();
  const put = (event: Event) => putEvent(client, event);
  return (
    <Suspense>
      {open === 'switch' && (
        <SwitchEventDialog
          onClose={onClose}
          events={events}
          selectedId={selected?.eventId ?? null}
          onSelect={onSelect}
          onCreate={onCreate}
        />
      )}
      {open === 'create' && <CreateEventDialog onClose={onClose} onCreated={put} onSelect={onSelect} />}
      {selected && (
        <>
          {open === 'share' && <ShareDialog event={selected} onClose={onClose} onReplaced={put} />}
          {open === 'devices' && <DevicesDialog event={selected} onClose={onClose} />}
          {open === 'display' && <DisplayLinkDialog event={selected} onClose={onClose} />}
          {open === 'venue' && <VenueDialog event={selected} onClose={onClose} onSaved={put} />}
          {open === 'rename' && <RenameEventDialog event={selected} onClose={onClose} onRenamed={put} />}
          {open === 'delete' && (
            <DeleteEventDialog
              event={selected}
              onClose={onClose}
              onDeleted={(eventId) => removeEvent(client, eventId)}
            />
          )}
        </>
      )}
    </Suspense>
  );
}
