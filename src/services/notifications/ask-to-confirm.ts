import type { alertRecipients } from '../../db/schema';
import { WORDS } from '../../languages/languages';
import { appPaths } from '../../shared/paths';
import type { ServiceContext } from '../context';

type Asked = Pick<
  typeof alertRecipients.$inferSelect,
  'address' | 'mailToken' | 'language' | 'recipientId' | 'createdAt'
>;

/**
 * Mails the holder of an address the link that agrees to alerts of the account `from`. Rejects if the provider does not
 * accept the mail, or if this installation cannot send mails.
 */
export async function askToConfirm(
  { sendMail, publicOrigin }: Pick<ServiceContext, 'sendMail' | 'publicOrigin'>,
  { address, mailToken, language, recipientId, createdAt }: Asked,
  about: { from: string; isAgain: boolean },
): Promise<void> {
  if (sendMail === null || publicOrigin === null) throw new Error('This installation cannot send mails with links');
  const link = `${publicOrigin}${appPaths.confirmAlertMails}#${mailToken}`;
  const key = `confirm-${recipientId}-${createdAt}`;
  await sendMail({ to: address, key, ...WORDS[language].messages.confirm(link, about) });
}
