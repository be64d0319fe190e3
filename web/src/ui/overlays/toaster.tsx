import { Suspense, useSyncExternalStore } from 'react';
import { texts } from '../../texts/texts';
import { preloadable } from './lazy-component';
import { readToasts, subscribeToToasts, type ToastListProps } from './toasts';

const [ToastList, fetchToastList] = preloadable<ToastListProps>(
  async () => (await import('./toast-list')).ToastList,
  PlainToasts,
);

export { fetchToastList };

/** Shows the texts if the code of the toasts cannot be loaded. */
function PlainToasts({ toasts }: ToastListProps) {
  return toasts.map(({ id, text, detail }) => (
    <p key={id} className="bg-raised py-3">
      {text} {detail}
    </p>
  ));
}

/**
 * Shows the toasts at the top of the screen, away from the counting thumb. The live region exists before its first
 * toast, because screen readers read only what changes in a region that they know.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  return (
    <div
      role="log"
      aria-live="polite"
      aria-label={texts.common.notices}
      className="pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+4.25rem)] z-50 mx-auto max-w-md px-3"
    >
      <Suspense>{toasts.length > 0 && <ToastList toasts={toasts} />}</Suspense>
    </div>
  );
}
