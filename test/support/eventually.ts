import { vi } from 'vitest';

/** Ends as soon as the check passes, with what it returned: a machine that is busy with other files gets its time. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000 });
}
