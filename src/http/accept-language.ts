import { parseAccept } from 'hono/utils/accept';

/** The languages of mails; the first is the default. */
const MAIL_LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** More characters than any browser sends. */
const HEADER_MAX_LENGTH = 500;

/** Returns the mail language that an Accept-Language header prefers (RFC 9110 section 12.5.4), by primary subtag. */
export function mailLanguage(acceptLanguage: string | undefined): MailLanguage {
  const liked = parseAccept((acceptLanguage ?? '').slice(0, HEADER_MAX_LENGTH)).filter(({ q }) => q > 0);
  for (const { type } of liked) {
    const found = MAIL_LANGUAGES.find((language) => language === type.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return MAIL_LANGUAGES[0];
}
