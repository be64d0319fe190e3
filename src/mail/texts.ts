import type { MailLanguage } from '../http/accept-language';

interface Words {
  subject: string;
  text: string;
}

/** The mail with a link that resets the password. The link works once, for an hour. */
export const resetMail: Record<MailLanguage, (link: string) => Words> = {
  en: (link) => ({
    subject: 'Reset your Headroom password',
    text: `Somebody, hopefully you, asked for a new password for the Headroom account with this address.

Choose it here within one hour:
${link}

The link works once. If you did not ask for it, ignore this mail: your password stays as it is.
`,
  }),
  de: (link) => ({
    subject: 'Ihr neues Passwort für Headroom',
    text: `Für das Headroom-Konto mit dieser Adresse wurde ein neues Passwort angefordert, hoffentlich von Ihnen.

Wählen Sie es innerhalb einer Stunde hier:
${link}

Der Link gilt ein Mal. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.
`,
  }),
};

/** What goes on opening or leaving an account when its password has changed, and how many of each there are. */
export interface Staying {
  keys: number;
  webhooks: number;
  links: number;
}

/** The mail after a password was changed, so that the account's holder learns of it. */
export const changedMail: Record<MailLanguage, (forgotPasswordPage: string, staying: Staying) => Words> = {
  en: (page, { keys, webhooks, links }) => ({
    subject: 'Your Headroom password was changed',
    text: `The password of the Headroom account with this address was just changed. Its other devices are logged out.

These go on working, because they have no password: API keys: ${keys}, webhooks: ${webhooks}, links of displays, public numbers and inspectors: ${links}.

If it was not you, choose a new one at once, and then end those of them that you do not know:
${page}
`,
  }),
  de: (page, { keys, webhooks, links }) => ({
    subject: 'Ihr Passwort für Headroom wurde geändert',
    text: `Das Passwort des Headroom-Kontos mit dieser Adresse wurde soeben geändert. Andere Geräte sind abgemeldet.

Was kein Passwort hat, bleibt in Kraft: API-Schlüssel: ${keys}, Webhooks: ${webhooks}, Links für Displays, öffentliche Zahlen und Kontrollen: ${links}.

Wenn Sie das nicht waren, wählen Sie sofort ein neues und beenden Sie dann, was Sie davon nicht kennen:
${page}
`,
  }),
};
