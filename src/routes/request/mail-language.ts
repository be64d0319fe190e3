import type { Context } from 'hono';
import { mailLanguage } from '../../http/accept-language';
import type { AppEnv } from '../../services/context';
import type { Parameter } from '../call';

/** The header with which a call chooses the language of its mail. */
export const MAIL_LANGUAGE: Parameter = {
  name: 'Accept-Language',
  in: 'header',
  description: 'The preferred language of the mail. Mails are available in `en`, which is the default, and `de`.',
};

export const mailLanguageOf = (c: Context<AppEnv>) => mailLanguage(c.req.header('accept-language'));
