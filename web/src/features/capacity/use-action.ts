import { useState } from 'react';
import { ownMessage } from '../../api/api-client';
import { texts } from '../../texts/app-texts';

export interface Action {
  busy: boolean;
  /** What went wrong, in the page's language; null if nothing did. */
  error: string | null;
  setError: (error: string | null) => void;
  run: (work: () => Promise<void>) => Promise<void>;
}

/** Handles calls of a screen that stays after they succeed, unlike a dialog. Only one runs at a time. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function run(work: () => Promise<void>) {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(ownMessage(failure, texts.common.saveFailed));
    }
    setBusy(false);
  }
  return { busy, error, setError, run };
}
