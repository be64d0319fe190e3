/** More of them would say the same. */
const KEPT_MAX = 20;

/** What went wrong before anybody could be told. */
export const keptErrors: unknown[] = [];

const keep = (error: unknown): void => {
  if (keptErrors.length < KEPT_MAX) keptErrors.push(error);
};
const keepThrown = ({ error }: ErrorEvent): void => keep(error);
const keepRejected = ({ reason }: PromiseRejectionEvent): void => keep(reason);

/**
 * From now on errors that nobody catches, and those that somebody passes to the browser's `reportError`, are kept until they can be
 * reported (error-reporting.ts). Each page's first script calls it; a second call adds nothing,
 * since the listeners are the same.
 */
export function keepErrors(): void {
  addEventListener('error', keepThrown);
  addEventListener('unhandledrejection', keepRejected);
}
