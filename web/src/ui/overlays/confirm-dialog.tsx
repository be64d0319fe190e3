import { Button } from '../button';
import { texts } from '../../texts/texts';
import { Dialog, DialogActions, type DialogProps } from './dialog';
import { Notice } from '../notice';
import { useSubmission } from '../forms/use-submission';

export interface ConfirmDialogProps extends Pick<DialogProps, 'role'> {
  title: string;
  /** The name of the object that the action changes. */
  subject: string;
  /** What the action does, and what cannot be undone. */
  description: string;
  confirmText: string;
  busyText: string;
  onClose: () => void;
  /** The action. The dialog closes after a success and stays open after a failure. */
  onConfirm: () => Promise<void>;
  /** Returns the text of a failure; null to show none. */
  describeFailure: (failure: unknown) => string | null;
}

/** Asks before something is lost. The button that cancels has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    role = 'dialog',
    title,
    subject,
    description,
    confirmText,
    busyText,
    onClose,
    onConfirm,
    describeFailure,
  } = props;
  const { busy, error, submit } = useSubmission(describeFailure);

  return (
    <Dialog
      role={role}
      onClose={onClose}
      title={title}
      description={
        <>
          <strong className="mb-1 line-clamp-4 text-lg font-semibold text-ink">{subject}</strong>
          {description}
        </>
      }
    >
      {error && <Notice tone="bad">{error}</Notice>}
      <DialogActions>
        <Button variant="quiet" onClick={onClose} data-first-focus>
          {texts.common.cancel}
        </Button>
        <Button variant="danger" busy={busy} onClick={() => void submit(onConfirm, onClose)}>
          {busy ? busyText : confirmText}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
