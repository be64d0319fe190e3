import { fetchConfig } from './config';

/** Safari does not say when it is idle. */
const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 0);
  });

/** Reports what has been kept, where the operator wants it, and all that follows. Rejects on a device without a network. */
export async function openReporter(kept: readonly unknown[]): Promise<void> {
  const { errorReporting } = await fetchConfig();
  if (!errorReporting) return;
  await whenIdle();
  const { startSentry } = await import('./sentry');
  startSentry(errorReporting, kept);
}
