import type { recoveryTexts as english } from './recovery-texts';
import type { Translation } from '../../texts/translation';

export const recoveryTexts: Translation<typeof english> = {
  forgot: {
    title: 'Passwort vergessen',
    lead: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
    email: 'E-Mail',
    submit: 'Link senden',
    busy: 'Wird gesendet …',
    failed: 'Der Link konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sent: (email) =>
      `Wenn es ein Konto für ${email} gibt, ist ein Link dorthin unterwegs. Er gilt einmal und eine Stunde lang.`,
    spam: 'Nach einigen Minuten noch nichts da? Sehen Sie auch im Spam-Ordner nach.',
    again: 'Noch einen Link senden',
    bySupport:
      'Schreiben Sie uns von der E-Mail-Adresse Ihres Kontos aus, und wir helfen Ihnen, Ihr Passwort zurückzusetzen.',
    remembered: 'Fällt es Ihnen wieder ein?',
    logIn: 'Anmelden',
  },
  reset: {
    title: 'Neues Passwort',
    lead: 'Wählen Sie ein neues Passwort für Ihr Konto. Alle Geräte, die dort angemeldet sind, werden abgemeldet.',
    password: 'Neues Passwort',
    submit: 'Neues Passwort speichern',
    changed: 'Ihr Passwort wurde geändert. Bitte melden Sie sich damit an.',
    incomplete:
      'Dieser Link ist unvollständig. Öffnen Sie den aus der E-Mail noch einmal oder fordern Sie einen neuen an.',
    stale: 'Der Link geht nicht?',
    again: 'Neuen anfordern',
  },
};
