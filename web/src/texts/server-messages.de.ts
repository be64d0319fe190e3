import { type ErrorCode, errorMessage } from '../../../src/shared/errors';

/** The German texts of the server's refusals (src/shared/errors.ts). */
const REFUSALS: Record<ErrorCode, string> = {
  invalid_input: 'Einige Angaben sind ungültig.',
  invalid_json: 'Die Anfrage ist kein gültiges JSON.',
  invalid_signature: 'Die Signatur ist ungültig.',
  invalid_reset_link: 'Dieser Link gilt nicht mehr. Bitte fordern Sie einen neuen an.',
  unauthenticated: 'Bitte melden Sie sich an, um fortzufahren.',
  invalid_credentials: 'Die Anmeldung ist fehlgeschlagen. Bitte prüfen Sie Ihre Angaben.',
  forbidden: 'Das dürfen Sie nicht.',
  confirmation_needed: 'Bitte geben Sie Ihr Passwort ein, damit wir wissen, dass Sie es sind.',
  foreign_origin: 'Diese Anfrage kam von einer anderen Website und wurde abgelehnt.',
  https_required: 'Bitte HTTPS verwenden.',
  payment_failed: 'Die Zahlung ist fehlgeschlagen. Bitte versuchen Sie es mit einer anderen Karte.',
  not_found: 'Das gibt es nicht, oder es gehört nicht Ihnen.',
  upgrade_required: 'Diese Adresse nimmt nur WebSocket-Verbindungen an.',
  reload_needed: 'Diese Seite ist veraltet. Bitte laden Sie sie neu.',
  email_taken: 'Mit dieser E-Mail-Adresse gibt es bereits ein Konto.',
  limit_reached: 'Mehr davon ist nicht möglich.',
  too_large: 'Die Anfrage ist zu groß.',
  too_many_attempts: 'Zu viele Versuche. Bitte warten Sie einige Minuten und versuchen Sie es dann erneut.',
  internal: 'Bei uns ist etwas schiefgelaufen. Bitte versuchen Sie es erneut.',
  unavailable: 'Der Dienst ist überlastet. Bitte versuchen Sie es gleich noch einmal.',
  storage_full: 'Der Speicher des Servers ist voll. Nichts wurde gespeichert. Bitte sagen Sie dem Support Bescheid.',
  mail_not_configured: 'Bitte schreiben Sie an die Support-Adresse, um Ihr Passwort zurückzusetzen.',
  billing_not_configured: 'Das Zahlungsformular konnte nicht geladen werden. Bitte versuchen Sie es später erneut.',
  bad_frame: 'Die Nachricht war nicht lesbar.',
  not_joined: 'Treten Sie erst der Veranstaltung bei, bevor Sie etwas senden.',
  wrong_event: 'Diese Verbindung gehört zu einer anderen Veranstaltung.',
  client_id_taken: 'Diese Gerätekennung ist schon in Gebrauch.',
  too_fast: 'Zu viele Nachrichten. Bitte langsamer.',
  counting_locked: 'Für dieses Konto ist das Zählen gesperrt.',
  unknown_area: 'Diesen Bereich gibt es nicht.',
  area_deleted: 'Dieser Bereich wurde gelöscht.',
  not_enough_people: 'So viele Personen sind nicht in diesem Bereich.',
  nothing_to_undo: 'Diese Zählung gibt es nicht, sie kann nicht zurückgenommen werden.',
};

/** The German texts of shared rules and of single services, by their English texts. */
const TEXTS: Readonly<Record<string, string>> = {
  'Please enter a valid email address.': 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  'Please select a country to continue.': 'Bitte wählen Sie ein Land, um fortzufahren.',
  'Please enter a valid, non-negative number.': 'Bitte geben Sie eine gültige Zahl ein, die nicht negativ ist.',
  'Both fields are required.': 'Beide Felder sind erforderlich.',
  'Capacity must be a positive number.': 'Die Kapazität muss eine positive Zahl sein.',
  'Event name is required.': 'Der Name der Veranstaltung ist erforderlich.',
  'Event name cannot be empty.': 'Der Name der Veranstaltung darf nicht leer sein.',
  'Area name cannot be empty.': 'Der Name des Bereichs darf nicht leer sein.',
  'Please enter your email or access code.': 'Bitte geben Sie Ihre E-Mail-Adresse oder Ihren Zugangscode ein.',
  'Please enter your password.': 'Bitte geben Sie Ihr Passwort ein.',
  'Please enter your current password.': 'Bitte geben Sie Ihr aktuelles Passwort ein.',
  'The current password is not right.': 'Das aktuelle Passwort stimmt nicht.',
  'No event found for this access code.': 'Zu diesem Zugangscode gibt es keine Veranstaltung.',
  'This card was removed and cannot be used again. Please enter it once more.':
    'Diese Karte wurde entfernt und kann nicht mehr verwendet werden. Bitte geben Sie sie noch einmal ein.',
  'There is no such call.': 'Diesen Aufruf gibt es nicht.',
  'Send a new area name or capacity.': 'Senden Sie einen neuen Namen oder eine neue Kapazität.',
  'Please give a reason for the recount.': 'Bitte geben Sie einen Grund für die Nachzählung an.',
  'Each alert must be at a higher percentage than the one before.':
    'Jede Warnung muss bei einem höheren Prozentsatz liegen als die davor.',
  'Staff allowance and safety margin leave no places for guests.':
    'Personal und Sicherheitsreserve lassen keine Plätze für Gäste übrig.',
  'Please choose a time zone, such as Europe/Berlin.': 'Bitte wählen Sie eine Zeitzone, etwa Europe/Berlin.',
  'Please enter the report time as hours and minutes, such as 06:00.':
    'Bitte geben Sie die Uhrzeit des Berichts als Stunden und Minuten ein, etwa 06:00.',
  'Please enter the first and the last day, or neither of them.':
    'Bitte geben Sie den ersten und den letzten Tag ein, oder keinen von beiden.',
  'Please enter days that are in the calendar, such as 2026-07-31.':
    'Bitte geben Sie Tage ein, die es im Kalender gibt, etwa 2026-07-31.',
  'The last day must not be before the first.': 'Der letzte Tag darf nicht vor dem ersten liegen.',
  'Please ask for days such as 2026-07-31 in from and to, or leave out both.':
    'Bitte geben Sie from und to als Tage an, etwa 2026-07-31, oder keines von beiden.',
  'Please ask for an interval of 5, 15, 30 or 60 minutes.':
    'Bitte fragen Sie nach einem Intervall von 5, 15, 30 oder 60 Minuten.',
  'Please ask for a revision by its number, and for one day in from and to.':
    'Bitte fragen Sie nach einer Fassung mit ihrer Nummer und nach einem einzelnen Tag.',
  'Please ask for the format json or csv.': 'Bitte fragen Sie nach dem Format json oder csv.',
  'The reports of this event are still being made. Please try again in a few minutes.':
    'Die Berichte dieser Veranstaltung werden noch erstellt. Bitte versuchen Sie es in ein paar Minuten erneut.',
  'The single taps of some of these days are not kept any more. Please ask for later days, or for their report.':
    'Die einzelnen Zählungen mancher dieser Tage sind nicht mehr gespeichert. Bitte wählen Sie spätere Tage oder den Bericht.',
  'be at least 8 characters long': 'mindestens 8 Zeichen lang sein',
  'contain an uppercase letter': 'einen Großbuchstaben enthalten',
  'contain a lowercase letter': 'einen Kleinbuchstaben enthalten',
  'contain a number': 'eine Ziffer enthalten',
  'contain a special character (e.g., !@#$%^&*)': 'ein Sonderzeichen enthalten (z. B. !@#$%^&*)',
};

/** The German names of the fields that messages of the rules contain. */
const FIELDS: Readonly<Record<string, string>> = {
  'Event name': 'Name der Veranstaltung',
  'Area name': 'Name des Bereichs',
  'First name': 'Vorname',
  'Last name': 'Nachname',
  'Business name': 'Firma',
  Address: 'Adresse',
  City: 'Ort',
  Postcode: 'Postleitzahl',
  'Tax ID': 'Steuernummer',
  Password: 'Passwort',
  'The reason': 'Grund',
  'The count': 'Gezählte Personen',
  'Venue capacity': 'Gesamtkapazität',
  'Staff allowance': 'Personal',
  'Safety margin': 'Sicherheitsreserve',
};

const germanNumber = (english: string): string => english.replaceAll(',', '.');

type Pattern = readonly [english: RegExp, german: (...found: string[]) => string | undefined];

/** The German texts of messages that contain a name or a number. */
const PATTERNS: readonly Pattern[] = [
  [
    /^(.+) must be at most (\d+) characters long\.$/,
    (field = '', most = '') => (field in FIELDS ? `${FIELDS[field]}: höchstens ${most} Zeichen.` : undefined),
  ],
  [
    /^(.+) contains characters that cannot be used\.$/,
    (field = '') => (field in FIELDS ? `${FIELDS[field]}: Einige Zeichen sind nicht erlaubt.` : undefined),
  ],
  [/^(.+) must be text\.$/, (field = '') => (field in FIELDS ? `${FIELDS[field]}: Das muss Text sein.` : undefined)],
  [
    /^(.+) must be a whole number from (\d+) to ([\d,]+)( percent)?\.$/,
    (field = '', least = '', most = '', percent = '') =>
      field in FIELDS
        ? `${FIELDS[field]}: eine ganze Zahl von ${least} bis ${germanNumber(most)}${percent && ' Prozent'}.`
        : undefined,
  ],
  [
    /^Alerts need at most (\d+) whole numbers from (\d+) to (\d+) percent\.$/,
    (count = '', least = '', most = '') =>
      `Höchstens ${count} Warnungen, jede bei einer ganzen Zahl von ${least} bis ${most} Prozent.`,
  ],
  [/^A report covers at most (\d+) days\.$/, (most = '') => `Ein Bericht umfasst höchstens ${most} Tage.`],
  [/^Capacity must be at most ([\d,]+)\.$/, (most = '') => `Die Kapazität darf höchstens ${germanNumber(most)} sein.`],
  [
    /^An account can have at most (\d+) events\. Delete one to create another\.$/,
    (most = '') =>
      `Ein Konto kann höchstens ${most} Veranstaltungen haben. Löschen Sie eine, um eine neue zu erstellen.`,
  ],
  [
    /^An event can have at most (\d+) areas\. Delete one to create another\.$/,
    (most = '') =>
      `Eine Veranstaltung kann höchstens ${most} Bereiche haben. Löschen Sie einen, um einen neuen zu erstellen.`,
  ],
  [
    /^This event has had (\d+) areas\. Please create another event\.$/,
    (most = '') => `Diese Veranstaltung hatte schon ${most} Bereiche. Bitte erstellen Sie eine neue.`,
  ],
  [/^Password must (.+)\.$/, (unmet = '') => `Das Passwort muss ${unmetRules(unmet)}.`],
];

/**
 * Translates a list of unmet password rules. The list cannot be split at its commas, because some of the rules' texts
 * contain a comma, too.
 */
const unmetRules = (listed: string): string =>
  Object.entries(TEXTS).reduce((text, [english, german]) => text.replace(english, german), listed);

const isErrorCode = (code: string): code is ErrorCode => code in REFUSALS;

const known = new Map(Object.entries(TEXTS));
for (const code of Object.keys(REFUSALS)) if (isErrorCode(code)) known.set(errorMessage(code), REFUSALS[code]);

function translateByPattern(message: string): string | undefined {
  for (const [english, german] of PATTERNS) {
    const found = english.exec(message);
    const translated = found && german(...found.slice(1));
    if (translated) return translated;
  }
  return undefined;
}

/**
 * Translates a text of the server or of a shared rule into German. An unknown text, such as a bank's own, stays
 * unchanged.
 */
export const translateMessage = (message: string): string =>
  known.get(message) ?? translateByPattern(message) ?? message;
