import type { MailWords } from './mail-words';

const NOT_YOU = 'Wenn Sie es nicht waren, kennt jemand das Passwort: Ändern Sie es sofort.';

export const mailWords: MailWords = {
  reset: (link) => ({
    subject: 'Ihr neues Passwort für Headroom',
    text: `Für das Headroom-Konto mit dieser Adresse wurde ein neues Passwort angefordert, hoffentlich von Ihnen.

Wählen Sie es innerhalb einer Stunde hier:
${link}

Der Link gilt ein Mal. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.
`,
  }),
  changed: (page, { keys, webhooks, links }) => ({
    subject: 'Ihr Passwort für Headroom wurde geändert',
    text: `Das Passwort des Headroom-Kontos mit dieser Adresse wurde soeben geändert. Andere Geräte sind abgemeldet.

Was in den Konten, die es öffnet, kein Passwort hat, bleibt in Kraft: API-Schlüssel: ${keys}, Webhooks: ${webhooks}, Links für Displays, öffentliche Zahlen und Kontrollen: ${links}.

Wenn Sie das nicht waren, wählen Sie sofort ein neues und beenden Sie dann, was Sie davon nicht kennen:
${page}
`,
  }),
  invited: (from, link) => ({
    subject: 'Einladung zu einem Headroom-Konto',
    text: `${from} lädt Sie ein, mit Headroom gemeinsam zu zählen und zu organisieren, mit einer eigenen Anmeldung.

Nehmen Sie die Einladung innerhalb von sieben Tagen an:
${link}

Der Link gilt ein Mal. Wenn Sie ${from} nicht kennen, ist nichts zu tun.
`,
  }),
  secondStepReset: (email, at) => ({
    subject: `Zweiter Schritt von ${email} zurückgesetzt`,
    text:
      at === null
        ? `Der Betreiber hat den zweiten Schritt der Headroom-Anmeldung ${email} beendet. Jetzt öffnet das Passwort allein sie.

Wenn Sie nicht darum gebeten haben, ändern Sie das Passwort und richten Sie einen zweiten Schritt ein: Kontoeinstellungen → Sicherheit.
`
        : `Ein Inhaber hat den zweiten Schritt der Headroom-Anmeldung ${email} zurückgesetzt. Er endet am ${at}. Danach öffnet das Passwort allein die Anmeldung.

Wenn ihn niemand verloren hat, melden Sie sich vorher mit ihm als ${email} an: Dann bleibt er. Ändern Sie danach das Passwort.
`,
  }),
  secondStep: {
    set: (email) => ({
      subject: `Zweiter Schritt von ${email} eingerichtet`,
      text: `Jemand, hoffentlich Sie, hat für die Headroom-Anmeldung ${email} einen zweiten Schritt eingerichtet. Ab jetzt braucht sie einen Code.

${NOT_YOU} Bitten Sie danach einen Inhaber des Kontos oder den Betreiber, den zweiten Schritt zurückzusetzen.
`,
    }),
    ended: (email) => ({
      subject: `Zweiter Schritt von ${email} beendet`,
      text: `Jemand, hoffentlich Sie, hat den zweiten Schritt der Headroom-Anmeldung ${email} beendet. Jetzt öffnet das Passwort allein sie.

${NOT_YOU} Richten Sie danach einen zweiten Schritt ein, oder bitten Sie einen Inhaber des Kontos oder den Betreiber um Hilfe.
`,
    }),
    guessed: (email) => ({
      subject: `Falsche Codes für ${email}`,
      text: `Jemand hat das Passwort der Headroom-Anmeldung ${email} eingegeben und danach viele falsche Codes ihres zweiten Schritts.

${NOT_YOU} Der zweite Schritt hat bisher geschützt.
`,
    }),
  },
  keyEnd: (name, eventName, at, page) => ({
    subject: `API-Schlüssel „${name}“ läuft bald ab`,
    text: `Der API-Schlüssel „${name}“ (${eventName ?? 'alle Veranstaltungen'}) läuft am ${at} ab. Danach werden seine Programme und Maschinen abgewiesen.

Erneuern Sie ihn vorher: Kontoeinstellungen → API-Schlüssel → Erneuern. Seine Maschinen bleiben ihm, und der Text, den sie jetzt verwenden, gilt so lange weiter, wie Sie es wählen.${page}
`,
  }),
  seals: ({ eventName, listed, verifyPage }) => ({
    subject: 'Fingerabdruck des versiegelten Tags',
    text: `${eventName}: Ein Veranstaltungstag wurde abgeschlossen und versiegelt. Bitte bewahren Sie diese Mail auf.

${listed('Fassung')}

Mit diesem Fingerabdruck lässt sich später prüfen, dass die Belege dieses Tags und aller früheren nicht geändert
wurden – auch nicht von denen, die den Schlüssel der Siegel haben.${verifyPage === null ? '' : `\nBelege prüfen: ${verifyPage}`}
`,
  }),
};
