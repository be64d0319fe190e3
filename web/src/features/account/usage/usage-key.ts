/** Separate from the call, for code that only marks it as outdated. */
export const USAGE_KEY = ['usage'] as const;
