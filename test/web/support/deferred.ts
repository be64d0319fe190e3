/** A promise that is settled from outside, when the test says so. */
export function deferred<T>() {
  return Promise.withResolvers<T>();
}
