/**
 * Makes an object of a type that follows from a declaration. No type checks the entries: the caller makes them from the
 * same declaration, one for each key.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type
export const objectOf = <Result>(entries: readonly (readonly [key: string, value: unknown])[]): Result =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  Object.fromEntries(entries) as Result;
