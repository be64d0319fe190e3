import { type MockInstance, vi } from 'vitest';

let log: MockInstance | undefined;

/** Many things fail in these tests on purpose. Keeps the error log readable by the test until the test ends. */
export function keepLog(): void {
  log = vi.spyOn(console, 'error').mockReturnValue();
}

/** Everything that this test has logged as an error. */
export const logged = (): string => JSON.stringify(log?.mock.calls);
