import { useQueryClient } from '@tanstack/react-query';
import type { Event } from '../../../../src/shared/schemas/event';
import { DeleteEventDialog } from '../events/delete-event-dialog';
import { DuplicateEventDialog } from '../events/duplicate-event-dialog';
import type { EventAction } from '../events/event-menu';
import type { LoadFailure } from '../events/known/load-failure';
import { RenameEventDialog } from '../events/rename-event-dialog';
import { SwitchEventDialog } from '../events/switch-event-dialog';
import { putEvent, removeEvent } from '../events/use-events';
import { EvacuationDialog } from '../evacuation/evacuation-dialog';
import { ShareDialog } from '../join/share-dialog';
import { ResetAreasDialog } from '../counting/dialogs/reset-areas-dialog';
import { useMay } from '../../session/may';
import { dialogTexts } from '../../texts/dialog-texts';
import { Dialog } from '../../ui/overlays/dialog';
import { useMounted } from '../../ui/overlays/use-mounted';
import { EventForm } from '../creating/event-form';

/** The dialogs about events that an admin can open. */
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
  /** Called when an event was deleted, even if the dialog was closed before the answer came. */
  onDeleted?: (eventId: string) => void;
}

/**
 * All dialogs about events, in one chunk: an admin who needs one needs others, too, and people who only count need
 * none.
 */
export function EventDialogs({ open, selected, onClose, onCreate, onSelect, onDeleted, ...list }: EventDialogsProps) {
  const client = useQueryClient();
  const put = (event: Event) => putEvent(client, event);
  const mayManage = useMay('manage');

  function deleted(eventId: string) {
    removeEvent(client, eventId);
    onDeleted?.(eventId);
  }

  return (
    <>
      {open === 'switch' && (
        <SwitchEventDialog
          onClose={onClose}
          {...list}
          selectedId={selected?.eventId ?? null}
          onSelect={onSelect}
          onCreate={mayManage ? onCreate : undefined}
        />
      )}
      {open === 'create' && <CreateEventDialog onClose={onClose} onCreated={put} onSelect={onSelect} />}
      {selected && (
        <>
          {open === 'share' && (
            <ShareDialog event={selected} onClose={onClose} {...(mayManage && { onReplaced: put })} />
          )}
          {open === 'evacuation' && <EvacuationDialog event={selected} onClose={onClose} />}
          {open === 'rename' && <RenameEventDialog event={selected} onClose={onClose} onRenamed={put} />}
          {open === 'duplicate' && (
            <DuplicateEventDialog event={selected} onClose={onClose} onCreated={put} onSelect={onSelect} />
          )}
          {open === 'resetAll' && <ResetAreasDialog event={selected} onClose={onClose} />}
          {open === 'delete' && <DeleteEventDialog event={selected} onClose={onClose} onDeleted={deleted} />}
        </>
      )}
    </>
  );
}

interface CreateEventDialogProps {
  onClose: () => void;
  /** Called when the event was created, even if the dialog was closed before the answer came. */
  onCreated: (event: Event) => void;
  /** Called after `onCreated`, unless the dialog was closed: somebody who cancelled is now doing something else. */
  onSelect: (eventId: string) => void;
}

function CreateEventDialog({ onClose, onCreated, onSelect }: CreateEventDialogProps) {
  const isMounted = useMounted();

  function take(event: Event) {
    onCreated(event);
    if (isMounted()) onSelect(event.eventId);
  }

  return (
    <Dialog onClose={onClose} title={dialogTexts.eventDialogs.create}>
      <EventForm onCreated={take} onDone={onClose} onCancel={onClose} />
    </Dialog>
  );
}
