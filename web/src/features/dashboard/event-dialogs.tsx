import { useQueryClient } from '@tanstack/react-query';
import type { Event } from '../../../../src/shared/schemas/event';
import { DisplayLinkDialog } from '../display/display-link-dialog';
import { DuplicateEventDialog } from '../events/duplicate-event-dialog';
import type { EventAction } from '../events/event-menu';
import type { LoadFailure } from '../events/known/load-failure';
import { SwitchEventDialog } from '../events/switch-event-dialog';
import { putEvent, removeEvent } from '../events/use-events';
import { EvacuationDialog } from '../evacuation/evacuation-dialog';
import { InspectorLinkDialog } from '../inspection/inspector-link-dialog';
import { PublicNumbersDialog } from '../public-numbers/public-numbers-dialog';
import { ShareDialog } from '../join/share-dialog';
import { ResetAreasDialog } from '../counting/dialogs/reset-areas-dialog';
import { CategoriesDialog } from '../events/settings/categories-dialog';
import { ScheduleDialog } from '../events/settings/schedule-dialog';
import { VenueDialog } from '../events/settings/venue-dialog';
import { dialogTexts } from '../../texts/dialog-texts';
import { Dialog } from '../../ui/overlays/dialog';
import { useMounted } from '../../ui/overlays/use-mounted';
import { EventForm } from '../creating/event-form';
import { texts } from '../../texts/app-texts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { deleteEvent, renameEvent } from '../events/events-api';
import { checkEventName } from '../../../../src/shared/rules/names';
import { FieldDialog } from '../../ui/forms/field-dialog';

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
}

/**
 * All dialogs about events, in one chunk: an admin who needs one needs others, too, and people who only count need
 * none.
 */
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
          {open === 'evacuation' && <EvacuationDialog event={selected} onClose={onClose} />}
          {open === 'display' && <DisplayLinkDialog event={selected} onClose={onClose} onSaved={put} />}
          {open === 'public' && <PublicNumbersDialog event={selected} onClose={onClose} />}
          {open === 'inspection' && <InspectorLinkDialog event={selected} onClose={onClose} />}
          {open === 'venue' && <VenueDialog event={selected} onClose={onClose} onSaved={put} />}
          {open === 'categories' && <CategoriesDialog event={selected} onClose={onClose} onSaved={put} />}
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

interface DeleteEventDialogProps {
  event: Event;
  onClose: () => void;
  /** Called when the event was deleted, even if the dialog was closed before the answer came. */
  onDeleted: (eventId: string) => void;
}

function DeleteEventDialog({ event, onClose, onDeleted }: DeleteEventDialogProps) {
  async function confirm() {
    await deleteEvent(event.eventId);
    onDeleted(event.eventId);
  }

  return (
    <ConfirmDialog
      title={dialogTexts.eventDialogs.delete}
      subject={event.eventName}
      description={dialogTexts.eventDialogs.deleteWarning}
      confirmText={dialogTexts.eventDialogs.deleteConfirm}
      busyText={texts.common.deleting}
      onConfirm={confirm}
      failed={dialogTexts.eventDialogs.deleteFailed}
      onClose={onClose}
    />
  );
}

interface RenameEventDialogProps {
  event: Event;
  onClose: () => void;
  onRenamed: (event: Event) => void;
}

function RenameEventDialog({ event, onClose, onRenamed }: RenameEventDialogProps) {
  return (
    <FieldDialog
      title={dialogTexts.eventDialogs.rename}
      field={{ label: dialogTexts.eventDialogs.name, placeholder: dialogTexts.eventDialogs.renamePlaceholder }}
      initial={event.eventName}
      submitText={texts.common.save}
      busyText={texts.common.saving}
      check={checkEventName}
      onSave={async (eventName) => onRenamed(await renameEvent(event.eventId, eventName))}
      onClose={onClose}
    />
  );
}
