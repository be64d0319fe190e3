/** More of them would say the same. */
const KEPT_MAX = 20;

/** What went wrong before anybody could be told. */
export const keptErrors: unknown[] = [];

let isKeeping = false;
const keep = (error: unknown): void => {
  if (keptErrors.length < KEPT_MAX) keptErrors.push(error);
};

/**
 * From now on errors that nobody catches, and those that somebody passes to the browser's `reportError`, are kept until they can be
 * reported (error-reporting.ts). Each page's first script calls it; a second call changes nothing.
 */
export function keepErrors(): void {
  if (isKeeping) return;
  isKeeping = true;
  addEventListener('error', ({ error }) => keep(error));
  addEventListener('unhandledrejection', ({ reason }) => keep(reason));
}
