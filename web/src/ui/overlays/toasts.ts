import { useEffect } from 'react';

/** A message that disappears by itself. Messages that must stay are shown in the page instead. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly detail: string | null;
  /** `alert` is read out at once, `status` when the screen reader pauses. */
  readonly role: 'status' | 'alert';
}

export interface ToastListProps {
  toasts: readonly Toast[];
}

const TOAST_MS = 6_000;
/** The largest number of toasts. More would hide the area cards, so the oldest are removed first. */
const TOASTS_MAX = 3;

let toasts: readonly Toast[] = [];
let nextId = 1;
const subscribers = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const subscriber of subscribers) subscriber();
}

export const readToasts = (): readonly Toast[] => toasts;

export function subscribeToToasts(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

export const dismissToast = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Dismisses a toast that has been on the screen for TOAST_MS while nobody read it. */
export function useExpiry(id: number, isRead = false): void {
  useEffect(() => {
    if (isRead) return undefined;
    const timer = setTimeout(() => dismissToast(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [id, isRead]);
}

/** Removes all toasts. For parts that open over the page and show their own messages in the same place. */
export const dismissToasts = (): void => set([]);

/** Shows a text for TOAST_MS. It replaces a toast with the same text. */
export function showToast(text: string, detail: string | null = null, role: Toast['role'] = 'status'): void {
  const others = toasts.filter((toast) => toast.text !== text || toast.detail !== detail);
  set([...others, { id: nextId++, text, detail, role }].slice(-TOASTS_MAX));
}
