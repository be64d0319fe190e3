import type { FormEvent, ReactNode } from 'react';
import { message } from '../../../../src/shared/messages/message';
import { capacityTexts } from '../../../../src/shared/rules/capacity';
import { texts, translate } from '../../texts/texts';
import { Button } from '../button';
import { Notice } from '../notice';
import { DialogActions } from '../overlays/dialog-actions';
import type { Submission } from './use-submission';

export interface FormProps {
  /** The form's call. */
  form: Pick<Submission, 'busy' | 'error' | 'setError'>;
  onSubmit: () => unknown;
  /** Without it the form has no cancel button. */
  onCancel?: (() => void) | undefined;
  submitText?: string | undefined;
  busyText?: string | undefined;
  /** Shown below an error. */
  errorHint?: ReactNode;
  /** The buttons, if they are others. */
  actions?: ReactNode;
  className?: string;
  /** The fields. */
  children: ReactNode;
}

/** Returns the first number field that holds something else. Browsers show it, and give the form an empty text. */
export const withLetters = ({ elements }: HTMLFormElement): HTMLInputElement | undefined =>
  [...elements].find(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.type === 'number' && field.validity.badInput,
  );

/** A form: its fields, what is wrong with them, and its buttons. Rules check the fields, not the browser. */
export function Form({
  form: { busy, error, setError },
  onSubmit,
  onCancel,
  submitText = texts.common.save,
  busyText = texts.common.saving,
  errorHint,
  actions,
  className = 'grid grid-cols-[minmax(0,1fr)] gap-4',
  children,
}: FormProps) {
  const submitButton = (
    <Button type="submit" busy={busy}>
      {busy ? busyText : submitText}
    </Button>
  );
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const letters = withLetters(event.currentTarget);
    if (letters) setError(translate(message(capacityTexts, 'capacity_invalid')), { current: letters });
    else void onSubmit();
  }
  return (
    <form onSubmit={submit} noValidate className={className}>
      {children}
      {error && (
        <>
          <Notice tone="bad">{error}</Notice>
          {errorHint}
        </>
      )}
      {actions ??
        (onCancel ? (
          <DialogActions>
            <Button variant="quiet" onClick={onCancel}>
              {texts.common.cancel}
            </Button>
            {submitButton}
          </DialogActions>
        ) : (
          submitButton
        ))}
    </form>
  );
}
