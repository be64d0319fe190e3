import { vi } from 'vitest';

/** Waits until the check passes and returns its result. The timeout is long because the machine may be busy. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000 });
}
