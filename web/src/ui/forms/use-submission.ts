import { useState } from 'react';
import { isRefusal } from '../../api/api-client';
import { translate } from '../../texts/texts';
import { showToast } from '../overlays/toasts';
import { useMounted } from '../overlays/use-mounted';

export interface Submission {
  busy: boolean;
  error: string | null;
  /** Takes the texts of shared rules as they are: they are translated when they are shown. */
  setError: (error: string | null) => void;
  /**
   * Busy until the work fails; a form whose work succeeds disappears. `whenDone` is for parts that are still mounted
   * then: somebody who has closed the form meanwhile has gone on to something else. In that case a failure is shown in
   * a toast, unless the session is over, which the login says.
   */
  submit: (work: () => Promise<void>, whenDone?: () => void) => Promise<void>;
}

/** What every form does around its call: busy meanwhile, one call at a time, and a failure's text from `describe`. */
export function useSubmission(
  describe: (failure: unknown) => string | null,
  firstError: string | null = null,
): Submission {
  const [busy, setBusy] = useState(false);
  const [error, setShownError] = useState(firstError);
  const setError = (text: string | null) => setShownError(text && translate(text));
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
