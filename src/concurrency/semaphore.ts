/** Runs at most `places` tasks at once; the others wait in order. */
export function createSemaphore(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;

  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // A free place goes straight to the next in line, so that a newcomer cannot take it first.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
