import { WORDS } from '../../languages/languages';
import { MailRefusedError, type SendMail } from '../../mail/mail';
import { appPaths } from '../../shared/paths';
import type { Addressee, Outcome, OutgoingMessage } from '../message';
import { forPeople } from './for-people';
import type { Words } from './words';

/** The page on which the recipient of a mail unsubscribes. The token is in the fragment, which browsers do not send. */
const leavePage = (site: string, token: string): string => `${site}${appPaths.leaveAlertMails}#${token}`;

/** What a mail says below its subject. */
function textOf({ lines }: Words, { mailToken, language }: Addressee, site: string): string {
  const { open, leave } = WORDS[language].messages.mail;
  return `${lines.join('\n')}

${open}
${site}${appPaths.overview}

--\u0020
${leave}
${leavePage(site, mailToken ?? '')}
`;
}

/** Mails a message, with a link and a header with which the holder of the address leaves (RFC 8058). */
export async function sendAlertMail(
  sendMail: SendMail | null,
  site: string | null,
  addressee: Addressee,
  message: OutgoingMessage,
): Promise<Outcome> {
  const { address, mailToken } = addressee;
  const words = forPeople(message, addressee.language)?.words;
  if (words === undefined || sendMail === null || site === null || mailToken === null)
    return { type: 'refused', answer: 'not_configured' };
  try {
    await sendMail({
      to: address,
      subject: words.title,
      text: textOf(words, addressee, site),
      key: message.id,
      headers: {
        'List-Unsubscribe': `<${site}/api/alert-mails/${mailToken}/leave>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    return { type: 'sent', answer: 'accepted' };
  } catch (error) {
    const isFinal = error instanceof MailRefusedError && !error.concernsAll;
    return { type: isFinal ? 'refused' : 'again', answer: error instanceof MailRefusedError ? 'refused' : 'no_answer' };
  }
}
