import { Button } from '../button';
import { texts } from '../../texts/texts';
import { Dialog } from './dialog';
import { DialogActions } from './dialog-actions';
import { Notice } from '../notice';
import { type FailureText, useSubmission } from '../forms/use-submission';

export interface ConfirmActionsProps {
  confirmText: string;
  busyText: string;
  onClose: () => void;
  /** Called after a success, instead of `onClose`. After a failure the question stays. */
  onDone?: () => void;
  onConfirm: () => Promise<void>;
  failed?: FailureText;
}

/** The buttons of a question before something is lost. The button that cancels has the focus. */
export function ConfirmActions({
  confirmText,
  busyText,
  onClose,
  onDone = onClose,
  onConfirm,
  failed,
}: ConfirmActionsProps) {
  const { busy, error, submit } = useSubmission(failed);
  return (
    <>
      {error && <Notice tone="bad">{error}</Notice>}
      <DialogActions>
        <Button variant="quiet" onClick={onClose} data-first-focus>
          {texts.common.cancel}
        </Button>
        <Button variant="danger" busy={busy} onClick={() => void submit(onConfirm, onDone)}>
          {busy ? busyText : confirmText}
        </Button>
      </DialogActions>
    </>
  );
}

export interface ConfirmDialogProps extends ConfirmActionsProps {
  title: string;
  /** The name of the object that the action changes. */
  subject: string;
  /** What the action does, and what cannot be undone. */
  description: string;
}

/** Asks before something is lost. */
export function ConfirmDialog({ title, subject, description, ...actions }: ConfirmDialogProps) {
  return (
    <Dialog
      onClose={actions.onClose}
      title={title}
      description={
        <>
          <strong className="mb-1 line-clamp-4 text-lg font-semibold text-ink">{subject}</strong>
          {description}
        </>
      }
    >
      <ConfirmActions {...actions} />
    </Dialog>
  );
}
