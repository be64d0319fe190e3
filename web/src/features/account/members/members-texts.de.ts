import type { membersTexts as english } from './members-texts';
import type { Translation } from '../../../texts/translation';

export const membersTexts: Translation<typeof english> = {
  lead: 'Jedes Mitglied meldet sich mit eigener E-Mail-Adresse und eigenem Passwort an und sieht alle Veranstaltungen oder die, die Sie ihm geben.',
  ownersDecide: 'Die Inhaber dieses Kontos entscheiden, wer dazugehört.',
  onlyYou:
    'Bisher gehören nur Sie zu diesem Konto. Wen Sie einladen, der bekommt eine eigene Anmeldung: Niemand muss Ihr Passwort kennen.',
  nothingChosen: 'Für Sie ist keine Veranstaltung ausgewählt.',
  ownersChoose: 'Ein Inhaber des Kontos wählt aus, welche Veranstaltungen Sie sehen.',
  roles: { owner: 'Inhaber', manager: 'Manager', supervisor: 'Supervisor', viewer: 'Betrachter' },
  may: {
    owner: 'Ein Inhaber darf alles: auch bezahlen, einladen und das Konto löschen.',
    manager:
      'Ein Manager darf alles, was Veranstaltungen und Einstellungen betrifft, sieht aber keine Rechnungen und entscheidet nicht, wer zum Konto gehört.',
    supervisor:
      'Ein Supervisor zählt bei ausgewählten Veranstaltungen, zählt nach, gibt Anweisungen und startet Evakuierungen, ändert aber keine Einstellungen.',
    viewer: 'Ein Betrachter sieht Zahlen, Warnungen und Berichte ausgewählter Veranstaltungen und ändert nichts.',
  },
  grant: {
    role: 'Rolle',
    events: 'Veranstaltungen',
    eventsMissing: 'Bitte wählen Sie mindestens eine Veranstaltung.',
    noEvents: 'Dieses Konto hat noch keine Veranstaltungen.',
    count: (events) =>
      events === 0 ? 'keine Veranstaltung' : events === 1 ? 'eine Veranstaltung' : `${events} Veranstaltungen`,
  },
  list: 'Mitglieder',
  you: 'Sie',
  since: (moment) => `Mitglied seit ${moment}`,
  lastSeen: (when) => `Zuletzt gesehen ${when}`,
  loadFailed: 'Die Mitglieder konnten nicht geladen werden.',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es erneut.',
  change: {
    open: 'Rolle ändern',
    openOf: (email) => `Rolle ändern: ${email}`,
    endsInvitations: 'Offene Einladungen dieses Mitglieds enden.',
    logsOut: 'Dieses Mitglied muss sich neu anmelden.',
    endsKeys: 'API-Schlüssel, die dieses Mitglied erstellt hat, enden. Maschinen, die sie nutzen, zählen nicht mehr.',
    busy: 'Wird geändert …',
  },
  removal: {
    remove: 'Entfernen',
    removeOf: (email) => `Entfernen: ${email}`,
    title: 'Mitglied entfernen',
    ends: 'Dieses Mitglied wird sofort auf allen Geräten von diesem Konto abgemeldet, und seine offenen Einladungen enden.',
    stays:
      'Was es gezählt und geändert hat, bleibt. Auch Zugangscodes, die es kennt, bleiben, bis Sie sie ersetzen, und was es erstellt hat, außer dem, was Sie hier wählen.',
    busy: 'Wird entfernt …',
  },
  made: {
    ends: 'Ebenfalls beenden',
    kinds: {
      key: (name) => `API-Schlüssel „${name}“`,
      recipient: (name) => `Empfänger „${name}“`,
      inspectorLink: (name) => `Link für eine Kontrolle „${name}“`,
      publicLink: () => 'Website-Zahlen',
      display: () => 'Anzeige-Link',
    },
    loadFailed: 'Was dieses Mitglied erstellt hat, konnte nicht geladen werden.',
  },
  invitations: {
    title: 'Offene Einladungen',
    anybody: 'Wer den Link hat',
    until: (moment) => `Offen bis ${moment}`,
    end: 'Beenden',
    endOf: (whom) => `Einladung beenden: ${whom}`,
    question: 'Einladung beenden',
    consequence: 'Ihr Link gilt sofort nicht mehr.',
    ending: 'Wird beendet …',
  },
  invite: {
    open: 'Einladen',
    title: 'Mitglied einladen',
    email: 'E-Mail (freiwillig)',
    emailHint: 'Mit einer E-Mail-Adresse kann nur diese die Einladung annehmen.',
    busy: 'Wird eingeladen …',
    sent: (email, moment) => `An ${email} gesendet. Der Link in der E-Mail gilt ein Mal, bis ${moment}.`,
    handOn: (moment) =>
      `Geben Sie diesen Link der Person, die Sie einladen. Er wird nur jetzt angezeigt und gilt ein Mal, bis ${moment}.`,
    handOnTo: (email, moment) =>
      `Geben Sie diesen Link an ${email}. Er wird nur jetzt angezeigt und gilt ein Mal, bis ${moment}.`,
    copy: 'Link kopieren',
    copied: 'Kopiert!',
    done: 'Fertig',
  },
  words:
    'Personen Leute Team Personal Kollegen Benutzer Manager Inhaber Supervisor Betrachter Rolle einladen Einladung Anmeldung Zugang',
  accept: {
    title: 'Einladung',
    loading: 'Die Einladung wird geladen …',
    loadFailed: 'Die Einladung konnte nicht geladen werden.',
    lead: (account) => `${account} lädt Sie ein, ihr Konto mitzunutzen.`,
    until: (moment) => `Sie können bis ${moment} annehmen.`,
    choosePassword: 'Passwort wählen',
    hasLogin: 'Ich habe schon eine Anmeldung',
    hasNone: 'Ich habe noch keine Anmeldung',
    submit: 'Annehmen',
    busy: 'Wird angenommen …',
    failed: 'Die Einladung konnte nicht angenommen werden. Bitte versuchen Sie es erneut.',
    signedIn: (email) => `Sie sind als ${email} angemeldet.`,
    other: 'Andere Anmeldung verwenden',
    endsSession: 'Wenn Sie mit einer anderen Anmeldung annehmen, werden Sie hier von dieser abgemeldet.',
    incomplete: 'Dieser Link ist unvollständig. Öffnen Sie den, den Sie bekommen haben, noch einmal.',
    gone: 'Diese Einladung gilt nicht mehr: Sie wurde verwendet oder beendet, oder sie ist älter als sieben Tage.',
    goneHelp: 'Bitten Sie einen Inhaber des Kontos um eine neue. Wenn Sie schon angenommen haben, melden Sie sich an.',
    haveAccount: 'Schon angenommen?',
  },
};
