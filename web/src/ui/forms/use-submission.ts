import { type RefObject, useState } from 'react';
import type { Checked } from '../../../../src/shared/rules/checked';
import { isRefusal, ownMessage } from '../../api/api-client';
import { texts, translate } from '../../texts/texts';
import { showToast } from '../overlays/toasts';
import { useMounted } from '../overlays/use-mounted';

/**
 * The text of a failure that has none of its own (docs/product.md, E8), or a function that returns each failure's text;
 * null to show none.
 */
export type FailureText = string | ((failure: unknown) => string | null);

export interface Submission {
  busy: boolean;
  error: string | null;
  /** Shows an error text in the page's language, and focuses the field that it is about; null for none. */
  setError: (error: string | null, field?: RefObject<HTMLElement | null>) => void;
  /**
   * Runs `work`. `whenDone` is called only if the form is still mounted, because somebody who closed it is now doing
   * something else. If a closed form's work fails, a toast says so, unless the session has ended: the login then says so.
   */
  submit: (work: () => Promise<void>, whenDone?: () => void) => Promise<void>;
  /** Submits the checked value, or shows what is wrong with it. */
  submitChecked: <T>(checked: Checked<T>, work: (value: T) => Promise<void>, whenDone?: () => void) => Promise<void>;
}

export interface SubmissionOptions {
  firstError?: string | null;
  /** Whether the form is still shown after a success. Any other form disappears, and is busy until then. */
  stays?: boolean;
}

/** Handles the call of a form: the form is busy during the call, and only one call runs at a time. */
export function useSubmission(
  failed: FailureText = texts.common.saveFailed,
  { firstError = null, stays = false }: SubmissionOptions = {},
): Submission {
  const [busy, setBusy] = useState(false);
  const [error, showError] = useState(firstError);
  const isMounted = useMounted();

  function setError(text: string | null, field?: RefObject<HTMLElement | null>) {
    showError(text);
    field?.current?.focus();
  }

  async function submit(work: () => Promise<void>, whenDone?: () => void) {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
      if (stays) setBusy(false);
      if (isMounted()) whenDone?.();
    } catch (failure) {
      const text = typeof failed === 'string' ? ownMessage(failure, failed) : failed(failure);
      if (text !== null && !isMounted() && !isRefusal(failure, 'unauthenticated')) showToast(text);
      setError(text);
      setBusy(false);
    }
  }

  async function submitChecked<T>(checked: Checked<T>, work: (value: T) => Promise<void>, whenDone?: () => void) {
    if (checked.ok) await submit(() => work(checked.value), whenDone);
    else setError(translate(checked.error));
  }
  return { busy, error, setError, submit, submitChecked };
}
