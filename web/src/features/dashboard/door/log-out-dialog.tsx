import { texts } from '../../../texts/app-texts';
import { useUnsentTaps, useVolatileTaps } from '../../../realtime/hooks';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/overlays/dialog';
import { DialogActions } from '../../../ui/overlays/dialog-actions';

/** The texts of the question before somebody leaves. */
export interface LeavingWords {
  title: string;
  unsent: (taps: number, volatileTaps: number) => string;
  confirm: string;
}

export interface LogOutDialogProps {
  words: LeavingWords;
  onClose: () => void;
  onConfirm: () => void;
}

/**
 * Asks whether to log out, or to leave this account for another. Taps can be delivered while the dialog is open, and
 * its text says so.
 */
export function LogOutDialog({ words, onClose, onConfirm }: LogOutDialogProps) {
  const { taps } = useUnsentTaps();
  const volatileTaps = useVolatileTaps();
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      description={taps > 0 ? words.unsent(taps, volatileTaps) : texts.logOut.allSent}
    >
      <DialogActions>
        <Button variant="quiet" onClick={onConfirm}>
          {words.confirm}
        </Button>
        <Button onClick={onClose} data-first-focus>
          {texts.logOut.stay}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
