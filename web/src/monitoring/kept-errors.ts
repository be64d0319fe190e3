/** More errors would say the same. */
const KEPT_MAX = 20;

/** Errors that happened before the reporter was loaded. */
export const keptErrors: unknown[] = [];

const keep = (error: unknown): void => {
  if (keptErrors.length < KEPT_MAX) keptErrors.push(error);
};
const keepThrown = ({ error }: ErrorEvent): void => keep(error);
const keepRejected = ({ reason }: PromiseRejectionEvent): void => keep(reason);

/**
 * From now on uncaught errors, and those that are passed to the browser's `reportError`, are kept until they can be
 * reported (error-reporting.ts). Each page's first script calls it; a second call adds nothing, because the listeners
 * are the same.
 */
export function keepErrors(): void {
  addEventListener('error', keepThrown);
  addEventListener('unhandledrejection', keepRejected);
}
