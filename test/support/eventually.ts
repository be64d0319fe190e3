const PATIENCE_MS = 10_000;
const PAUSE_MS = 20;

/** The real timer, also in a test that fakes timers later. */
const { setTimeout: startTimer } = globalThis;

/**
 * Waits until the check passes and returns its result. The patience is long because the machine may be busy. A clock that a
 * test has stopped stays where it is. Vitest's own waits move it at each look, so by more on a busier machine.
 */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    try {
      return await check();
    } catch (error) {
      if (waitedMs >= PATIENCE_MS) throw error;
    }
    await new Promise<void>((resolve) => void startTimer(resolve, PAUSE_MS));
  }
}
