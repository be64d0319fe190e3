import { MailRefusedError, type SendMail } from '../../mail/mail';
import { appPaths } from '../../shared/paths';
import type { Addressee, Outcome, Outgoing } from '../message';
import { mailWords, wordsFor } from './words';

/** The page on which the holder of a mail address leaves. The token is in the fragment, which browsers do not send. */
const leavePage = (site: string, token: string): string => `${site}${appPaths.leaveAlertMails}#${token}`;

/** Mails a message, with a link and a header with which the holder of the address leaves (RFC 8058). */
export async function sendAlertMail(
  sendMail: SendMail | null,
  site: string | null,
  { address, mailToken, language }: Addressee,
  message: Outgoing,
): Promise<Outcome> {
  if (sendMail === null || site === null || mailToken === null) return { type: 'refused', answer: 'not_configured' };
  const { title, lines } = wordsFor(message.content, language);
  const { open, leave } = mailWords[language];
  const text = `${lines.join('\n')}

${open}
${site}${appPaths.overview}

-- \n${leave}
${leavePage(site, mailToken)}
`;
  try {
    await sendMail({
      to: address,
      subject: title,
      text,
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
