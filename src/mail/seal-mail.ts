import { fingerprintText } from '../shared/sealed/fingerprint';
import { inAllLanguages } from './in-all-languages';
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
 * all languages. The provider sends no second mail under the same key.
 */
export function sealMail({ to, eventName, links, verifyPage }: SealMailFacts): Mail {
  const newest = links.at(-1);
  const days = links.length === 1 ? (newest?.day ?? '') : `${links[0]?.day} – ${newest?.day}`;
  const listed = (word: string) => listOf(links, word);
  const { subject, text } = inAllLanguages(({ mails }) => mails.seals({ eventName, listed, verifyPage }));
  return { to, key: `seal-${newest?.fingerprint}`, subject: `${eventName} ${days}: ${subject}`, text };
}
