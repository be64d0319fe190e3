import { useEffect, useState } from 'react';
import { COPIED_MS } from '../../../../src/shared/limits';
import { copyText } from './copy-text';
import { showToast } from '../overlays/toasts';

/** Copies texts; `copied` is true for COPIED_MS afterwards. A failure is shown in a toast. */
export function useCopy(failedText: string) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);

  useEffect(() => {
    if (copiedAt === null) return undefined;
    const timer = setTimeout(() => setCopiedAt(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  async function copy(text: string) {
    if (await copyText(text)) setCopiedAt(Date.now());
    else showToast(failedText);
  }
  return { copied: copiedAt !== null, copy };
}
