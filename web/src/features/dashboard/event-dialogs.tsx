import { useQueryClient } from '@tanstack/react-query';
import type { Event } from '../../../../src/shared/schemas/event';
import { DevicesDialog } from '../devices/devices-dialog';
import { DisplayLinkDialog } from '../display/display-link-dialog';
import { DuplicateEventDialog } from '../events/duplicate-event-dialog';
import { CreateEventDialog } from '../events/create-event-dialog';
import { DeleteEventDialog } from '../events/delete-event-dialog';
import type { EventAction } from '../events/event-menu';
import type { LoadFailure } from '../events/known/load-failure';
import { RenameEventDialog } from '../events/rename-event-dialog';
import { SwitchEventDialog } from '../events/switch-event-dialog';
import { putEvent, removeEvent } from '../events/use-events';
import { ShareDialog } from '../join/share-dialog';
import { ResetAreasDialog } from '../counting/dialogs/reset-areas-dialog';
import { ScheduleDialog } from '../events/settings/schedule-dialog';
import { VenueDialog } from '../events/settings/venue-dialog';

/** The dialogs about events that an admin may open. */
export type EventDialog = EventAction | 'create' | 'share';

export interface EventDialogsProps {
  open: EventDialog;
  events: readonly Event[];
  failure: LoadFailure | null;
  onRetry: () => void;
  selected: Event | null;
  onClose: () => void;
  onCreate: () => void;
  onSelect: (eventId: string) => void;
}

/** All in one chunk: whoever needs one of them needs others, and people who only count need none. */
export function EventDialogs({ open, selected, onClose, onCreate, onSelect, ...list }: EventDialogsProps) {
  const client = useQueryClient();
  const put = (event: Event) => putEvent(client, event);
  return (
    <>
      {open === 'switch' && (
        <SwitchEventDialog
          onClose={onClose}
          {...list}
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
          {open === 'schedule' && <ScheduleDialog event={selected} onClose={onClose} />}
          {open === 'rename' && <RenameEventDialog event={selected} onClose={onClose} onRenamed={put} />}
          {open === 'duplicate' && (
            <DuplicateEventDialog event={selected} onClose={onClose} onCreated={put} onSelect={onSelect} />
          )}
          {open === 'resetAll' && <ResetAreasDialog event={selected} onClose={onClose} />}
          {open === 'delete' && (
            <DeleteEventDialog
              event={selected}
              onClose={onClose}
              onDeleted={(eventId) => removeEvent(client, eventId)}
            />
          )}
        </>
      )}
    </>
  );
}
