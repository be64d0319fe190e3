import { useState } from 'react';
import { isRefusal } from '../../api/api-client';
import type { Message } from '../../../../src/shared/messages/message';
import { translate } from '../../texts/texts';
import { showToast } from '../overlays/toasts';
import { useMounted } from '../overlays/use-mounted';

export interface Submission {
  busy: boolean;
  error: string | null;
  /** Shows an error: a text in the page's language, or the message of a shared rule. Null shows none. */
  setError: (error: string | Message | null) => void;
  /**
   * Runs `work`. The form is busy until `work` fails; after a success the form is expected to disappear. `whenDone` is
   * called only if the form is still mounted, because somebody who closed it is now doing something else. If a closed
   * form's work fails, a toast says so, unless the session has ended: the login then says so.
   */
  submit: (work: () => Promise<void>, whenDone?: () => void) => Promise<void>;
}

/**
 * Handles the call of a form: the form is busy during the call, only one call runs at a time, and `describe` returns
 * the text of a failure.
 */
export function useSubmission(
  describe: (failure: unknown) => string | null,
  firstError: string | null = null,
): Submission {
  const [busy, setBusy] = useState(false);
  const [error, setShownError] = useState(firstError);
  const setError = (next: string | Message | null) =>
    setShownError(typeof next === 'object' && next ? translate(next) : next);
  const isMounted = useMounted();

  async function submit(work: () => Promise<void>, whenDone?: () => void) {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
      if (isMounted()) whenDone?.();
    } catch (failure) {
      const text = describe(failure);
      if (text !== null && !isMounted() && !isRefusal(failure, 'unauthenticated')) showToast(text);
      setError(text);
      setBusy(false);
    }
  }
  return { busy, error, setError, submit };
}
