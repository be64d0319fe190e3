import { useEffect, useState } from 'react';
import { showToast } from '../overlays/toasts';

/** How long 'Copied!' is shown. */
export const COPIED_MS = 2_000;

/**
 * Returns a function that copies a text, and `copied`, which is true for COPIED_MS after a copy. A failure is shown in
 * a toast.
 */
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

/**
 * Copies a text. Over plain HTTP the clipboard API is missing, so it copies a selection instead. Returns false if
 * neither works.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
  }
}
