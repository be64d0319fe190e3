/** Runs at most `places` tasks at once; the other tasks wait in order. */
export function createSemaphore(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;

  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // A task that ends hands its place to the next waiting task, so that a new task cannot take the place first.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
