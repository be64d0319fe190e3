import type { secondStepTexts as english } from './second-step-texts';
import type { Translation } from '../../../texts/translation';

export const secondStepTexts: Translation<typeof english> = {
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  copyFailed: 'Kopieren ist hier nicht möglich. Bitte schreiben Sie es ab.',
  code: 'Code',
  recoveryCode: 'Notfallcode',
  byRecovery: 'Einen Notfallcode verwenden',
  byApp: 'Den Code der App verwenden',
  enter: {
    title: 'Noch ein Schritt',
    lead: 'Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App jetzt zeigt.',
    recoveryLead: 'Geben Sie einen der Notfallcodes ein, die Sie aufbewahrt haben. Jeder gilt ein Mal.',
    demandedLead: 'Dieses Konto verlangt bei der Anmeldung einen zweiten Schritt. Richten Sie Ihren jetzt ein.',
    submit: 'Anmelden',
    busy: 'Anmeldung läuft…',
    back: 'Zurück',
  },
  setUp: {
    scan: 'Scannen Sie das mit einer Authenticator-App oder geben Sie dort das Geheimnis von Hand ein.',
    qr: 'QR-Code mit dem Geheimnis für Ihre Authenticator-App',
    secret: 'Geheimnis',
    copy: 'Geheimnis kopieren',
    copied: 'Kopiert',
    thenCode: 'Geben Sie dann die sechs Ziffern ein, die die App zeigt.',
    submit: 'Einrichten',
    busy: 'Wird eingerichtet…',
  },
  recovery: {
    title: 'Bewahren Sie Ihre Notfallcodes auf',
    lead: 'Ohne Ihre App öffnet jeder davon ein Mal Ihre Anmeldung, zusammen mit dem Passwort. Sie werden nicht noch einmal gezeigt.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    download: 'Herunterladen',
    fileName: 'Headroom-Notfallcodes.txt',
    done: 'Ich habe sie aufbewahrt',
  },
  own: {
    off: 'Mit einem zweiten Schritt braucht eine Anmeldung Ihr Passwort und einen Code aus einer App auf Ihrem Telefon.',
    on: (left) =>
      left === 1
        ? 'Er ist eingerichtet. Ein Notfallcode ist übrig.'
        : `Er ist eingerichtet. ${left} Notfallcodes sind übrig.`,
    endsOn: (moment) =>
      `Ein Inhaber hat ihn zurückgesetzt: Er endet am ${moment}. Um ihn zu behalten, melden Sie sich ab und mit einem Code wieder an.`,
    demanded: 'Dieses Konto verlangt ihn von allen Mitgliedern.',
    set: 'Er ist eingerichtet. Ab der nächsten Anmeldung brauchen Sie einen Code.',
    start: 'Einrichten',
    end: 'Beenden',
    ending: 'Wird beendet…',
    endLead: 'Um ihn zu beenden oder auf ein anderes Telefon umzuziehen, geben Sie einen Code ein.',
    loadFailed: 'Der zweite Schritt konnte nicht geladen werden.',
  },
  demand: {
    title: 'Für alle Mitglieder',
    off: 'Alle Mitglieder brauchen ab der nächsten Anmeldung einen zweiten Schritt. Wer angemeldet ist, bleibt es. Zugangscodes und API-Schlüssel brauchen keinen.',
    on: 'Alle Mitglieder brauchen zur Anmeldung einen zweiten Schritt.',
    start: 'Von allen Mitgliedern verlangen',
    end: 'Nicht mehr verlangen',
    busy: 'Wird gespeichert…',
  },
  lost: {
    title: 'Ein Mitglied hat ihn verloren',
    lead: 'Sein zweiter Schritt endet nach 24 Stunden, wenn es bis dahin keinen Code eingibt. Wo E-Mail eingerichtet ist, erfahren es und alle Inhaber davon.',
    member: 'Wer hat ihn verloren',
    choose: 'Bitte wählen Sie ein Mitglied.',
    submit: 'Zurücksetzen',
    busy: 'Wird zurückgesetzt…',
    done: (email, moment) => `Der zweite Schritt von ${email} endet am ${moment}.`,
  },
  issuer: 'Headroom',
};
