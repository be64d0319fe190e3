import type { authTexts as english } from './auth-texts';
import type { Translation } from '../../texts/translation';

export const authTexts: Translation<typeof english> = {
  door: {
    becomes: 'Dieses Gerät wird',
    allAreas: 'alle Bereiche',
    oneArea: 'ein Bereich',
    counts: { both: 'zählt Ein- und Auslass', in: 'zählt Einlass', out: 'zählt Auslass' },
  },
  login: {
    pageTitle: 'Anmelden',
    title: 'Willkommen zurück',
    lead: 'Melden Sie sich mit Ihrer E-Mail oder dem Zugangscode Ihrer Veranstaltung an.',
    joinLead: 'Ihr Zugangscode ist eingetragen: Tippen Sie auf „Anmelden“, um zu zählen.',
    identifier: 'E-Mail oder Zugangscode',
    password: 'Passwort',
    submit: 'Anmelden',
    busy: 'Anmeldung läuft …',
    failed: 'Die Anmeldung ist fehlgeschlagen. Bitte prüfen Sie Ihre Angaben.',
    waiting: (taps) =>
      taps === 1
        ? 'Eine Zählung auf diesem Gerät ist noch nicht gesendet. Sie zählt erst, wenn sich hier wieder anmeldet, wer sie gemacht hat.'
        : `${taps} Zählungen auf diesem Gerät sind noch nicht gesendet. Sie zählen erst, wenn sich hier wieder anmeldet, wer sie gemacht hat.`,
    noAccount: 'Neu bei Headroom?',
    signUp: 'Konto erstellen',
    forgotten: 'Passwort vergessen?',
    reset: 'Link per E-Mail erhalten',
  },
  signup: {
    title: 'Konto erstellen',
    lead: '7 Tage kostenlos. Danach 3\u00a0$ pro Veranstaltung und Tag, an dem gezählt wird, und nichts an ruhigen Tagen.',
    email: 'E-Mail',
    password: 'Passwort',
    hint: 'Das Passwort muss',
    ruleMet: 'erfüllt',
    ruleUnmet: 'nicht erfüllt',
    submit: 'Konto erstellen',
    busy: 'Konto wird erstellt …',
    failed: 'Die Registrierung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
    invited:
      'Neue Konten brauchen hier eine Einladung. Bitte öffnen Sie den Link Ihrer Einladung, oder wenden Sie sich an den Support.',
    closed: 'Hier werden keine neuen Konten angelegt.',
    success: 'Ihr Konto ist erstellt. Bitte melden Sie sich an.',
    haveAccount: 'Sie haben schon ein Konto?',
    logIn: 'Anmelden',
    needHelp: 'Brauchen Sie Hilfe?',
    support: 'Support kontaktieren',
  },
};
