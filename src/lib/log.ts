type Fields = Record<string, string | number | boolean | null | undefined>;

const describe = (error: unknown): Fields =>
  error instanceof Error
    ? { error: `${error.name}: ${error.message}`, stack: error.stack, cause: error.cause ? String(error.cause) : undefined }
    : { error: String(error) };

/** One line of JSON for something that should not have happened. Never shown to clients. */
export function logError(what: string, error: unknown, fields: Fields = {}): void {
  console.error(JSON.stringify({ level: 'error', what, ...fields, ...describe(error) }));
}
