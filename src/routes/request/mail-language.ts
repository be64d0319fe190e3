import type { Context } from 'hono';
import { preferredLanguage } from '../../http/accept-language';
import type { AppEnv } from '../../services/context';
import { ENGLISH, LANGUAGE_CODES } from '../../shared/languages';
import type { Parameter } from '../call';

const CODES = LANGUAGE_CODES.map((code) => `\`${code}\``).join(', ');

/** The header with which a call chooses the language of its mail. */
export const MAIL_LANGUAGE: Parameter = {
  name: 'Accept-Language',
  in: 'header',
  description: `The preferred language of the mail. Mails are available in ${CODES}; the default is \`${ENGLISH}\`.`,
};

export const mailLanguageOf = (c: Context<AppEnv>) => preferredLanguage(c.req.header('accept-language'));
