import type { MailLanguage } from '../../http/accept-language';
import { changedMail } from '../../mail/texts';
import { appPaths } from '../../shared/paths';
import type { ServiceContext } from '../context';

/** Mails the account that its password was changed, if mails can be sent. The call does not wait for the mail. */
export function mailPasswordChanged(ctx: ServiceContext, to: string, language: MailLanguage): void {
  const { sendMail, publicOrigin } = ctx;
  if (sendMail === null || publicOrigin === null) return;
  const words = changedMail[language](`${publicOrigin}${appPaths.forgotPassword}`);
  ctx.afterAnswer(() => sendMail({ to, ...words }));
}
