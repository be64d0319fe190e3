type Fields = Record<string, string | number | boolean | null | undefined>;

/** The database's errors quote the values of a failed query: emails, hashes and access codes belong in no log. */
const withoutValues = (text: string): string => text.replaceAll(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '');

function describe(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const { name, message, stack, cause } = error;
  return {
    error: withoutValues(`${name}: ${message}`),
    cause: cause instanceof Error ? cause.message : undefined,
    stack: stack && withoutValues(stack),
  };
}

/** One line of JSON for something that should not have happened. Never shown to clients. */
export function logError(what: string, error: unknown, fields: Fields = {}): void {
  console.error(JSON.stringify({ level: 'error', what, ...fields, ...describe(error) }));
}
