import type { Event } from '../../../../src/shared/schemas/event';
import { dialogTexts } from '../../texts/dialog-texts';
import { ownMessage } from '../../api/api-client';
import { texts } from '../../texts/texts';
import { Button } from '../../ui/button';
import { DialogActions } from '../../ui/overlays/dialog';
import { Notice } from '../../ui/notice';
import { useSubmission } from '../../ui/forms/use-submission';
import { replaceAccessCode } from '../events/events-api';

export interface ReplaceCodeProps {
  event: Event;
  onCancel: () => void;
  /** Called even when the question was closed before the answer came. */
  onReplaced: (event: Event) => void;
  onDone: () => void;
}

/** Asks before a venue's whole staff is logged out. */
export function ReplaceCode({ event, onCancel, onReplaced, onDone }: ReplaceCodeProps) {
  const { busy, error, submit } = useSubmission((failure) => ownMessage(failure, dialogTexts.join.replaceFailed));
  const replace = async () => onReplaced(await replaceAccessCode(event.eventId));
  return (
    <>
      {error && <Notice tone="bad">{error}</Notice>}
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          {texts.common.cancel}
        </Button>
        <Button variant="danger" busy={busy} onClick={() => void submit(replace, onDone)}>
          {busy ? dialogTexts.join.replacing : dialogTexts.join.replace}
        </Button>
      </DialogActions>
    </>
  );
}
