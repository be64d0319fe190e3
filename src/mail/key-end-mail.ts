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

/** YYYY-MM-DD HH:mm UTC: neither language nor time zone of the owner is known. */
const momentOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * The mail that says that an API key ends soon. The cron does not know the owner's language, so it is in both. The provider
 * sends no second mail under the same key.
 */
export function keyEndMail({ to, keyId, name, eventName, expiresAt, origin }: KeyEndFacts): Mail {
  const at = momentOf(expiresAt);
  const page = origin === null ? '' : `\n${origin}`;
  return {
    to,
    key: `key-end-${keyId}-${expiresAt}`,
    subject: `API key “${name}” ends soon / API-Schlüssel „${name}“ läuft bald ab`,
    text: `The API key “${name}” (${eventName ?? 'all events'}) ends on ${at}. From then on its programs and machines are refused.

Renew it before: Account settings → API keys → Renew. Its machines stay its own, and the text that they use now stays valid for as long as you choose.${page}

-----

Der API-Schlüssel „${name}“ (${eventName ?? 'alle Veranstaltungen'}) läuft am ${at} ab. Danach werden seine Programme und Maschinen abgewiesen.

Erneuern Sie ihn vorher: Kontoeinstellungen → API-Schlüssel → Erneuern. Seine Maschinen bleiben ihm, und der Text, den sie jetzt verwenden, gilt so lange weiter, wie Sie es wählen.${page}
`,
  };
}
