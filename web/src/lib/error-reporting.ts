/** More of them would say the same. */
const KEPT_MAX = 20;
/** What a page needs is there by then, as a rule. */
const OPENED_AFTER_MS = 3_000;

/** What went wrong before anybody could be told. */
const kept: unknown[] = [];
const keep = (error: unknown): void => {
  if (kept.length < KEPT_MAX) kept.push(error);
};

/**
 * From now on errors that nobody catches, and those that somebody passes to the browser's `reportError`, are kept, and
 * reported once the reporter is loaded: only an operator with a DSN wants it. Of later ones it hears by itself.
 */
export function startErrorReporting(): void {
  addEventListener('error', ({ error }) => keep(error));
  addEventListener('unhandledrejection', ({ reason }) => keep(reason));
  setTimeout(async () => {
    try {
      await (await import('./open-reporter')).openReporter(kept);
    } catch {
      // Without a network: the next page tries again.
    }
  }, OPENED_AFTER_MS);
}
