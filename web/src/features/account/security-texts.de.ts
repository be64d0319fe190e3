import type { securityTexts as english } from './security-texts';
import type { Translation } from '../../texts/translation';

export const securityTexts: Translation<typeof english> = {
  security: {
    title: 'Sicherheit',
    changePassword: 'Passwort ändern',
    secondStep: 'Zweiter Schritt bei der Anmeldung',
    secondStepWords: 'zwei-faktor 2fa mfa authenticator app code totp notfallcodes',
    devices: 'Wo Sie angemeldet sind',
    current: 'Dieses Gerät',
    unknown: 'Unbekannter Browser',
    sameName: (browser, sessions) => `${sessions} weitere: ${browser}`,
    since: (moment) => `Angemeldet am ${moment}`,
    lastUsed: (when) => `Zuletzt benutzt: ${when}`,
    logOut: 'Abmelden',
    logOutOf: (browser, moment) => `Abmelden: ${browser}, angemeldet am ${moment}`,
    logOutOthers: 'Alle anderen Geräte abmelden',
    busy: 'Wird abgemeldet …',
    question: 'Gerät abmelden',
    consequence: 'Es muss sich neu anmelden. Zählungen, die es noch nicht gesendet hat, warten bis dahin auf ihm.',
    others: (count) => {
      if (count === null) return 'Alle anderen Geräte';
      return count === 1 ? 'Ein anderes Gerät' : `${count} andere Geräte`;
    },
    more: 'Mehr zeigen',
    othersConsequence:
      'Sie müssen sich neu anmelden. Zählungen, die sie noch nicht gesendet haben, warten bis dahin auf ihnen.',
    codes: 'Geräte, die mit einem Zugangscode angemeldet sind, stehen hier nicht: Ein neuer Zugangscode meldet sie ab.',
    loadFailed: 'Die Geräte konnten nicht geladen werden.',
    failed: 'Das ging nicht. Bitte versuchen Sie es erneut.',
  },
  passwordChange: {
    current: 'Bisheriges Passwort',
    next: 'Neues Passwort',
    submit: 'Passwort ändern',
    consequence:
      'Jedes andere Gerät, auf dem Sie angemeldet sind, wird abgemeldet. Geräte, die mit einem Zugangscode angemeldet sind, zählen weiter.',
    currentMissing: 'Bitte geben Sie Ihr bisheriges Passwort ein.',
    changed: 'Ihr Passwort wurde geändert. Alle anderen Geräte sind abgemeldet.',
  },
  ownData: {
    title: 'Ihre Daten',
    text: 'Alles, was zu Ihrem Konto gespeichert ist, in einer Datei: Rechnungsdaten, Anmeldungen, Veranstaltungen mit ihren Bereichen, Einstellungen, Zahlen und Geräten, wer was geändert hat, und Berichte.',
    elsewhere:
      'Einzelne Zählungen laden Sie bei den Berichten jeder Veranstaltung herunter, das Protokoll für sich. Stripe schickt Ihnen die Rechnungen.',
    format: 'Die Datei ist JSON, das andere Programme lesen können.',
    download: 'Herunterladen',
    running: 'Wird heruntergeladen …',
    failed: 'Ihre Daten konnten nicht heruntergeladen werden. Bitte versuchen Sie es erneut.',
    done: (fileName) => `Als „${fileName}“ heruntergeladen.`,
  },
};
