import { fingerprintText } from '../shared/sealed/fingerprint';
import type { Mail } from './mail';

/** A link of an event's chain, as its mail names it. */
interface MailedLink {
  seq: number;
  day: string;
  revision: number;
  fingerprint: string;
}

export interface SealMailFacts {
  to: string;
  eventName: string;
  /** The sealed links since the last mail, oldest first; at least one. */
  links: readonly MailedLink[];
  /** The address of the page that checks a pack; null if the installation has no address. */
  verifyPage: string | null;
}

const listOf = (links: readonly MailedLink[], word: string): string =>
  links
    .map(
      ({ seq, day, revision, fingerprint }) => `${day} (${word} ${revision}, ${seq})\n${fingerprintText(fingerprint)}`,
    )
    .join('\n\n');

/**
 * The mail that brings fingerprints of seals to the event's admin. A room does not know the admin's language, so it is in
 * both. The provider sends no second mail under the same key.
 */
export function sealMail({ to, eventName, links, verifyPage }: SealMailFacts): Mail {
  const newest = links.at(-1);
  const days = links.length === 1 ? (newest?.day ?? '') : `${links[0]?.day} – ${newest?.day}`;
  return {
    to,
    key: `seal-${newest?.fingerprint}`,
    subject: `${eventName} ${days}: fingerprint of the sealed day / Fingerabdruck des versiegelten Tags`,
    text: `${eventName}: a business day was closed and sealed. Please keep this mail.

${listOf(links, 'revision')}

With this fingerprint anybody can check later that the evidence of this day, and of all days before, was not
changed – not even by those who hold the key of the seals.${verifyPage === null ? '' : `\nCheck a pack: ${verifyPage}`}

-----

${eventName}: Ein Veranstaltungstag wurde abgeschlossen und versiegelt. Bitte bewahren Sie diese Mail auf.

${listOf(links, 'Fassung')}

Mit diesem Fingerabdruck lässt sich später prüfen, dass die Belege dieses Tags und aller früheren nicht geändert
wurden – auch nicht von denen, die den Schlüssel der Siegel haben.${verifyPage === null ? '' : `\nBelege prüfen: ${verifyPage}`}
`,
  };
}
