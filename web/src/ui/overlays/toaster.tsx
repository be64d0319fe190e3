import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { texts } from '../../texts/texts';
import { preloadable } from './lazy-component';
import { readToasts, subscribeToToasts, type Toast, type ToastListProps, useExpiry } from './toasts';

const [ToastList, fetchToastList] = preloadable<ToastListProps>(
  async () => (await import('./toast-list')).ToastList,
  PlainToasts,
);

export { fetchToastList };

/** Shows the texts if the code of the toasts cannot be loaded. */
function PlainToasts({ toasts }: ToastListProps) {
  return toasts.map((toast) => <PlainToast key={toast.id} {...toast} />);
}

function PlainToast({ id, text, detail, role }: Toast) {
  useExpiry(id);
  return (
    <p
      role={role === 'alert' ? role : undefined}
      className="mb-2 rounded-pad border border-line-strong bg-raised px-4 py-3"
    >
      {text} {detail}
    </p>
  );
}

/**
 * Shows the toasts at the top of the screen, away from the counting thumb. The live region exists before its first
 * toast, because screen readers read only what changes in a region that they know.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  // After a failed load, each further toast tries again.
  useEffect(() => {
    if (toasts.length > 0) fetchToastList().catch(() => undefined);
  }, [toasts]);
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
