import { fetchConfig } from '../api/config';

/** Safari does not report when it is idle. */
const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 0);
  });

/** Reports the kept errors and all later ones, if the operator wants it. Rejects on a device without a network. */
export async function openReporter(kept: readonly unknown[]): Promise<void> {
  const { errorReporting } = await fetchConfig();
  if (!errorReporting) return;
  await whenIdle();
  const { startSentry } = await import('./sentry');
  startSentry(errorReporting, kept);
}
