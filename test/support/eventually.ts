const PATIENCE_MS = 10_000;
const PAUSE_MS = 20;

/** The real timer, also in a test that fakes timers later. */
const { setTimeout: startTimer } = globalThis;

const pause = (ms: number) => new Promise<void>((resolve) => void startTimer(resolve, ms));

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
    await pause(PAUSE_MS);
  }
}

/** Resolves to true once `holds` returns true, and to false after `withinMs` of real time. */
export async function comesTrue(
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = PAUSE_MS,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) return false;
    await pause(everyMs);
  }
  return true;
}
