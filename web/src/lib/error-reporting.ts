import { keepErrors, keptErrors } from './kept-errors';

/** What a page needs is there by then, as a rule. */
const OPENED_AFTER_MS = 3_000;

/** Errors are kept, and reported once the reporter is loaded: only an operator with a DSN wants it. Of later ones it hears by itself. */
export function startErrorReporting(): void {
  keepErrors();
  setTimeout(async () => {
    try {
      await (await import('./open-reporter')).openReporter(keptErrors);
    } catch {
      // Without a network: the next page tries again.
    }
  }, OPENED_AFTER_MS);
}
