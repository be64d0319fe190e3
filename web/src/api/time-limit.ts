/** Makes a call that is aborted when `given` is, and after `limitMs` milliseconds. */
export async function withTimeLimit<T>(
  limitMs: number,
  given: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const abort = () => limit.abort();
  const timer = setTimeout(abort, limitMs);
  given.addEventListener('abort', abort);
  try {
    return await call(limit.signal);
  } finally {
    clearTimeout(timer);
    given.removeEventListener('abort', abort);
  }
}
