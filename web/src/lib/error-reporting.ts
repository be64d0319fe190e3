type Report = (error: unknown) => void;

/** More of them would say the same. */
const KEPT_MAX = 20;
/** What a page needs is there by then, as a rule. */
const OPENED_AFTER_MS = 3_000;

/** What went wrong before anybody could be told. */
const kept: unknown[] = [];
let reporter: Report | null = null;

/** Tells the operator of an error that somebody has caught. */
export function reportError(error: unknown): void {
  if (reporter) reporter(error);
  else if (kept.length < KEPT_MAX) kept.push(error);
}

/** The reporter hears of these by itself, once it is there. */
function heard(event: ErrorEvent | PromiseRejectionEvent): void {
  if (!reporter) reportError('reason' in event ? event.reason : event.error);
}

/** From now on errors are kept, and reported once the reporter is loaded: only an operator with a DSN wants it. */
export function startErrorReporting(): void {
  window.addEventListener('error', heard);
  window.addEventListener('unhandledrejection', heard);
  setTimeout(async () => {
    try {
      reporter = await (await import('./open-reporter')).openReporter();
      kept.forEach(reporter);
    } catch {
      // Without a network: the next page tries again.
    }
  }, OPENED_AFTER_MS);
}
