import { AsyncLocalStorage } from 'node:async_hooks';

export type Fields = Record<string, string | number | boolean | null | undefined>;

/** Removes the values of a failed query from the database's error: emails, hashes and codes must not be logged. */
const withoutValues = (text: string): string => text.replaceAll(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '');

/** Removes emails, and tokens of sessions and links (64 hex digits), which an error's message can contain. */
export const withoutSecrets = (text: string): string =>
  withoutValues(text)
    .replaceAll(/[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+/g, '[email]')
    .replaceAll(/\b[0-9a-f]{64}\b/gi, '[token]');

function describe(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: withoutSecrets(String(error)) };
  const { name, message, stack, cause } = error;
  return {
    error: withoutSecrets(`${name}: ${message}`),
    cause: cause instanceof Error ? withoutSecrets(cause.message) : undefined,
    stack: stack && withoutSecrets(stack),
  };
}

type ErrorListener = (what: string, error: unknown, fields: Fields) => void;

let listener: ErrorListener | null = null;

/** Sets the function that gets each logged error. It replaces the one before; null removes it. */
export const onErrorLine = (hear: ErrorListener | null): void => {
  listener = hear;
};

const silence = new AsyncLocalStorage<true>();

/** Suppresses all log lines during `work` and what it starts. Errors are still reported. */
export const withLoggingSuppressed = <T>(work: () => T): T => silence.run(true, work);

export const hasLines = (): boolean => silence.getStore() === undefined;

/**
 * Logs one line of JSON for something that should not have happened. Clients never see it. Fields identify things by
 * their ids: they contain no codes, tokens, cookies, emails, bodies or paths.
 */
export function logError(what: string, error: unknown, fields: Fields = {}): void {
  if (hasLines()) console.error(JSON.stringify({ level: 'error', what, ...fields, ...describe(error) }));
  listener?.(what, error, fields);
}

/** Does work that nothing else depends on. Resolves to whether it succeeded: a failure is logged, and nothing is thrown. */
export async function tryAndLog(what: string, work: () => Promise<unknown>, fields: Fields = {}): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    logError(what, error, fields);
    return false;
  }
}

/** Logs one line of JSON for something that went as expected. Its fields obey the rules of {@link logError}. */
export function logInfo(what: string, fields: Fields): void {
  if (hasLines()) console.info(JSON.stringify({ level: 'info', what, ...fields }));
}
