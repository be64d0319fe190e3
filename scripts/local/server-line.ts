import { withoutSecrets } from '../../src/observability/log.ts';

/** Lines that the worker prints: JSON (src/observability/log.ts), or a mail for the console (src/mail/open.ts). */
const OWN = /^(?:\{"level":"|Mail to )/;
/** Stack lines of the runtime: hexadecimal addresses in its own binary, which tell a reader nothing. */
const NATIVE_STACK = /^stack: /;
/** A URL or path in a message: it may contain an access code or a display's token. */
const ADDRESS = /(?<![^\s"'(=])(?:https?:\/)?\/[^\s"')]+/g;

/**
 * Returns the line to print for a message of the runtime; null to print nothing. The runtime's own failures become JSON
 * lines like the product's, without anything that could be a secret.
 */
export function serverLine({ level, message }: { level: string; message: string }): string | null {
  if (OWN.test(message)) return message;
  if (level !== 'error' || NATIVE_STACK.test(message)) return null;
  return JSON.stringify({ level, what: 'runtime', error: withoutSecrets(message).replaceAll(ADDRESS, '[address]') });
}
