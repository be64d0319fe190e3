import { keepErrors, keptErrors } from './kept-errors';

/** By then the page has usually loaded what it needs. */
const OPENED_AFTER_MS = 3_000;

/**
 * Errors are kept, and reported when the reporter has loaded, which happens only if the operator has set a DSN. The
 * reporter catches later errors itself.
 */
export function startErrorReporting(): void {
  keepErrors();
  setTimeout(async () => {
    try {
      await (await import('./open-reporter')).openReporter(keptErrors);
    } catch {
      // Without a network the next page tries again.
    }
  }, OPENED_AFTER_MS);
}
