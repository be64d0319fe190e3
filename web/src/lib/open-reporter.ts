import { fetchConfig } from './config';

/** Safari does not say when it is idle. */
const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 0);
  });

/** What tells Sentry of an error; nobody where the operator has none. Rejects on a device without a network. */
export async function openReporter(): Promise<(error: unknown) => void> {
  const { errorReporting } = await fetchConfig();
  if (!errorReporting) return () => undefined;
  await whenIdle();
  const { startSentry } = await import('./sentry');
  return startSentry(errorReporting);
}
