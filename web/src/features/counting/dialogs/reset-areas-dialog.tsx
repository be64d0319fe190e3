import type { Area } from '../../../../../src/shared/schemas/area';
import type { Event } from '../../../../../src/shared/schemas/event';
import { AnySchema, callApi } from '../../../api/api-client';
import { formatCount } from '../../../texts/format';
import { dialogTexts } from '../../../texts/dialog-texts';
import { texts } from '../../../texts/texts';
import { useRoom } from '../../../realtime/hooks';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { eventPath } from '../../events/events-api';

async function resetAllAreas(eventId: string): Promise<void> {
  await callApi(`${eventPath(eventId)}/reset`, AnySchema, { method: 'POST' });
}

/**
 * Lists the current occupancies, like 'Main Stage 380, Garden 12', and says what the reset does. Without known areas it
 * gives only the warning.
 */
function consequence(areas: readonly Area[] | null): string {
  const { eventDialogs } = dialogTexts;
  if (areas === null) return eventDialogs.resetAllWarning;
  const occupied = areas.filter(({ currentOccupancy }) => currentOccupancy !== 0);
  if (occupied.length === 0) return eventDialogs.resetAllAtZero;
  const listed = occupied.map(({ areaName, currentOccupancy }) => `${areaName} ${formatCount(currentOccupancy)}`);
  return `${eventDialogs.insideNow(listed.join(', '))} ${eventDialogs.resetAllWarning}`;
}

export interface ResetAreasDialogProps {
  event: Event;
  onClose: () => void;
}

/** Sets all areas of the event to 0 at once. The question before that shows the current occupancies. */
export function ResetAreasDialog({ event, onClose }: ResetAreasDialogProps) {
  const { snapshot, refresh } = useRoom(event.eventId);
  return (
    <ConfirmDialog
      title={dialogTexts.eventDialogs.resetAll}
      subject={event.eventName}
      description={consequence(snapshot.areas)}
      confirmText={dialogTexts.eventDialogs.resetAll}
      busyText={texts.common.resetting}
      onConfirm={() => resetAllAreas(event.eventId).then(refresh)}
      failed={dialogTexts.eventDialogs.resetAllFailed}
      onClose={onClose}
    />
  );
}
