/** How many errors are kept: more would not add anything. */
const KEPT_MAX = 20;

/** Errors that happened before the reporter has loaded. */
export const keptErrors: unknown[] = [];

const keep = (error: unknown): void => {
  if (keptErrors.length < KEPT_MAX) keptErrors.push(error);
};
const keepThrown = ({ error }: ErrorEvent): void => keep(error);
const keepRejected = ({ reason }: PromiseRejectionEvent): void => keep(reason);

/**
 * Starts to keep uncaught errors, and errors that are passed to the browser's `reportError`, until they can be reported
 * (error-reporting.ts). Each page's first script calls it. A second call has no effect, because the listeners are the
 * same.
 */
export function keepErrors(): void {
  addEventListener('error', keepThrown);
  addEventListener('unhandledrejection', keepRejected);
}
