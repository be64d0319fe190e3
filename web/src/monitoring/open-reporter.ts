import { fetchConfig } from '../api/config';

/** Resolves when the browser is idle. Safari has no requestIdleCallback. */
const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 0);
  });

/** Reports the kept errors and all later ones, if the operator has set a DSN. Rejects without a network. */
export async function openReporter(kept: readonly unknown[]): Promise<void> {
  const { errorReporting } = await fetchConfig();
  if (!errorReporting) return;
  await whenIdle();
  const { startSentry } = await import('./sentry');
  startSentry(errorReporting, kept);
}
