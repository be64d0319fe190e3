/** In its own file, so that code that only invalidates the usage does not import the call. */
export const USAGE_KEY = ['usage'] as const;
