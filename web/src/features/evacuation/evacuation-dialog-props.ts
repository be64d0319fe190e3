import type { Event } from '../../../../src/shared/schemas/event';

/** What the dialog and each of its views get. */
export interface EvacuationDialogProps {
  event: Event;
  onClose: () => void;
}
