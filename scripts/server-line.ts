import { withoutSecrets } from '../src/observability/log.ts';

/** What the worker prints: a line of JSON (src/observability/log.ts), or a mail for the console (src/mail/open.ts). */
const OWN = /^(?:\{"level":"|Mail to )/;
/** The runtime prints addresses in its own binary, in hexadecimal, which tell a reader nothing. */
const NATIVE_STACK = /^stack: /;
/** It may contain an access code or a display's token. */
const ADDRESS = /(?<![^\s"'(=])(?:https?:\/)?\/[^\s"')]+/g;

/**
 * What the server prints for a message of the runtime; null for nothing. The runtime's own failures become lines like
 * the product's, without possible secrets.
 */
export function serverLine({ level, message }: { level: string; message: string }): string | null {
  if (OWN.test(message)) return message;
  if (level !== 'error' || NATIVE_STACK.test(message)) return null;
  return JSON.stringify({ level, what: 'runtime', error: withoutSecrets(message).replaceAll(ADDRESS, '[address]') });
}
