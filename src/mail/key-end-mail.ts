import { inAllLanguages } from './in-all-languages';
import type { Mail } from './mail';

export interface KeyEndFacts {
  to: string;
  keyId: string;
  name: string;
  /** The only event of the key; null for all. */
  eventName: string | null;
  /** Epoch ms. */
  expiresAt: number;
  /** The product's address; null if the installation has none. */
  origin: string | null;
}

/** YYYY-MM-DD HH:mm UTC: the time zone of the owner is not known. */
const momentOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * The mail that says that an API key ends soon. The cron does not know the owner's language, so it is in all languages. The
 * provider sends no second mail under the same key.
 */
export function keyEndMail({ to, keyId, name, eventName, expiresAt, origin }: KeyEndFacts): Mail {
  const page = origin === null ? '' : `\n${origin}`;
  return {
    to,
    key: `key-end-${keyId}-${expiresAt}`,
    ...inAllLanguages(({ mails }) => mails.keyEnd(name, eventName, momentOf(expiresAt), page)),
  };
}
