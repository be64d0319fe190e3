import { keepErrors, keptErrors } from './kept-errors';

/** When the reporter loads, in ms after the start: by then the page has usually loaded everything else. */
const OPENED_AFTER_MS = 3_000;

/**
 * Keeps errors until the reporter has loaded, which then reports these and all later errors. Sentry's code loads only
 * if the operator has set a DSN.
 */
export function startErrorReporting(): void {
  keepErrors();
  setTimeout(async () => {
    try {
      await (await import('./open-reporter')).openReporter(keptErrors);
    } catch {
      // The device has no network. The next page load tries again.
    }
  }, OPENED_AFTER_MS);
}
