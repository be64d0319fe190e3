import { useState } from 'react';
import { isRefusal } from '../../api/api-client';
import { showToast } from '../overlays/toasts';
import { useMounted } from '../overlays/use-mounted';

export interface Submission {
  busy: boolean;
  error: string | null;
  /** Shows an error text in the page's language; null for none. */
  setError: (error: string | null) => void;
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
  const [error, setError] = useState(firstError);
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
