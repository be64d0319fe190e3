import { texts } from '../../../texts/app-texts';
import { useUnsentTaps, useVolatileTaps } from '../../../realtime/hooks';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/overlays/dialog';
import { DialogActions } from '../../../ui/overlays/dialog-actions';

export interface LogOutDialogProps {
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks whether to log out. Taps can be delivered while the dialog is open, and its text says so. */
export function LogOutDialog({ onClose, onConfirm }: LogOutDialogProps) {
  const { taps } = useUnsentTaps();
  const volatileTaps = useVolatileTaps();
  return (
    <Dialog
      onClose={onClose}
      title={texts.logOut.title}
      description={taps > 0 ? texts.logOut.unsent(taps, volatileTaps) : texts.logOut.allSent}
    >
      <DialogActions>
        <Button variant="quiet" onClick={onConfirm}>
          {texts.logOut.confirm}
        </Button>
        <Button onClick={onClose} data-first-focus>
          {texts.logOut.stay}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
