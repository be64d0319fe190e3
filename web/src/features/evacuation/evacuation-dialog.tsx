import { useState } from 'react';
import type { EvacuationRecord } from '../../../../src/shared/evacuation/schemas';
import { useRoom } from '../../realtime/hooks';
import { dialogTexts } from '../../texts/dialog-texts';
import { Dialog } from '../../ui/overlays/dialog';
import type { EvacuationDialogProps } from './evacuation-dialog-props';
import { EndForm } from './end-form';
import { EndedView } from './ended-view';
import { StartForm } from './start-form';

/** Starts an evacuation or a drill, or ends the one that runs. */
export function EvacuationDialog({ event, onClose }: EvacuationDialogProps) {
  const { evacuation } = useRoom(event.eventId).snapshot;
  const [ended, setEnded] = useState<EvacuationRecord | null>(null);
  // What ran when the dialog was opened: another device must not swap the form under somebody's hands.
  const [running] = useState(evacuation);
  const words = dialogTexts.evacuation;
  if (ended) {
    return (
      <Dialog onClose={onClose} title={ended.isDrill ? words.doneDrill : words.done} description={words.reported}>
        <EndedView event={event} record={ended} onClose={onClose} />
      </Dialog>
    );
  }
  if (running) {
    const isDrill = evacuation?.isDrill ?? running.isDrill;
    const title = isDrill ? words.endDrill : words.endEvacuation;
    return (
      <Dialog onClose={onClose} title={title} description={isDrill ? words.endDrillLead : words.endLead}>
        <EndForm event={event} running={{ ...running, isDrill }} onEnded={setEnded} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={dialogTexts.eventDialogs.evacuation} description={words.lead}>
      <StartForm event={event} onClose={onClose} />
    </Dialog>
  );
}
