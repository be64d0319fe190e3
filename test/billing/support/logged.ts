import { type MockInstance, vi } from 'vitest';

let log: MockInstance | undefined;

/** Much fails in these tests on purpose: what is logged of it is kept to be looked at, until the test ends. */
export function keepLog(): void {
  log = vi.spyOn(console, 'error').mockReturnValue();
}

/** All that was logged as an error in this test. */
export const logged = (): string => JSON.stringify(log?.mock.calls);
