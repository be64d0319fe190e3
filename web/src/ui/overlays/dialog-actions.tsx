import type { ReactNode } from 'react';
import { texts } from '../../texts/texts';
import { Button } from '../button';

/** The row of buttons at the end of a dialog's form. The main button is last, nearest to the thumb. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 *:px-3">{children}</div>
  );
}

export interface FormActionsProps {
  onCancel: () => void;
  busy: boolean;
  submitText: string;
}

/** The cancel button and the submit button of a form. The submit button is busy while the form is. */
export function FormActions({ onCancel, busy, submitText }: FormActionsProps) {
  return (
    <DialogActions>
      <Button variant="quiet" onClick={onCancel}>
        {texts.common.cancel}
      </Button>
      <Button type="submit" busy={busy}>
        {submitText}
      </Button>
    </DialogActions>
  );
}
