import { inAllLanguages } from './in-all-languages';
import type { Mail } from './mail';
import { momentInUtc } from './moment-in-utc';

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

/**
 * The mail that says that an API key ends soon. The cron does not know the owner's language, so it is in all languages. The
 * provider sends no second mail under the same key.
 */
export function keyEndMail({ to, keyId, name, eventName, expiresAt, origin }: KeyEndFacts): Mail {
  const page = origin === null ? '' : `\n${origin}`;
  return {
    to,
    key: `key-end-${keyId}-${expiresAt}`,
    ...inAllLanguages(({ mails }) => mails.keyEnd(name, eventName, momentInUtc(expiresAt), page)),
  };
}
