import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The time of an object between its constructor and its eviction. When it is over, the object's timers do not fire, and
 * what it awaits never comes.
 */
export interface Life {
  isOver: boolean;
}

const lives = new AsyncLocalStorage<Life>();

/** Runs `work`, and what follows from it, as a part of this life. */
export const during = <T>(life: Life, work: () => T): T => lives.run(life, work);

const setRealTimeout = globalThis.setTimeout;
Object.assign(globalThis, {
  setTimeout: (work: () => void, delayMs?: number) => {
    const life = lives.getStore();
    return setRealTimeout(() => life?.isOver !== true && work(), delayMs);
  },
});

/** Does the work in a later turn of the event loop, as another process would. */
export function later<T>(work: () => T): Promise<T> {
  const life = lives.getStore();
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      if (life?.isOver === true) return;
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** The promise, whose end a life that is over does not see. */
export function whileAlive<T>(promise: Promise<T>): Promise<T> {
  const life = lives.getStore();
  return new Promise((resolve, reject) => {
    promise.then(
      (value) => life?.isOver !== true && resolve(value),
      (error: unknown) => life?.isOver !== true && reject(error),
    );
  });
}
