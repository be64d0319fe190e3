import { WORDS } from '../languages/languages';
import type { Words } from '../languages/words';
import type { Mail } from './mail';

/** Returns a mail in all languages, for a recipient whose language is not known. */
export function inAllLanguages(say: (words: Words) => Pick<Mail, 'subject' | 'text'>): Pick<Mail, 'subject' | 'text'> {
  const parts = Object.values(WORDS).map(say);
  return {
    subject: parts.map(({ subject }) => subject).join(' / '),
    text: parts.map(({ text }) => text).join('\n-----\n\n'),
  };
}
