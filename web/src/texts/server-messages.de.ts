import { LANGUAGES } from '../../../src/shared/languages';
import type { MessageId, MessageTexts } from '../../../src/shared/messages/message';
import { CODES } from './error-codes.de';
import { BILLING_NAMES, LIMIT_NAMES, NAMES, NEEDS, VENUE_NAMES } from './server-names.de';
import type { Said } from './texts';

/** Whether a value, which can be from the server, has the expected type. */
type Guard<T> = (value: unknown) => value is T;

const isText: Guard<string> = (value) => typeof value === 'string';
const isNumber: Guard<number> = (value) => typeof value === 'number';
const oneOf =
  <Key extends string>(entries: Record<Key, unknown>): Guard<Key> =>
  (value): value is Key =>
    isText(value) && Object.hasOwn(entries, value);
const listOf =
  <T>(is: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(is);

const isName = oneOf(NAMES);
const isBillingName = oneOf(BILLING_NAMES);
const isVenueName = oneOf(VENUE_NAMES);
const isLimitKind = oneOf(LIMIT_NAMES);
const isNeed = oneOf(NEEDS);

/** A text that contains values. */
interface Entry<Values extends unknown[]> {
  /** Only the compiler reads this: an entry with other values than its message does not compile. */
  readonly fits: Guard<Values>;
  /** Returns the text with these values; undefined if they do not fit. */
  readonly fill: (values: unknown) => string | undefined;
}

/** Makes an entry. Each value has a guard. */
function filled<Values extends unknown[]>(
  text: (...values: Values) => string,
  ...guards: { [Place in keyof Values]: Guard<Values[Place]> }
): Entry<Values> {
  const fits = (values: unknown): values is Values =>
    Array.isArray(values) && values.length === guards.length && guards.every((fit, i) => fit(values[i]));
  return { fits, fill: (values) => (fits(values) ? text(...values) : undefined) };
}

const plain = (text: string): Entry<[]> => filled(() => text);

type ValuesOf = { [Id in MessageId]: Parameters<MessageTexts[Id]> };

const number = (value: number): string => value.toLocaleString(LANGUAGES.de.locale);
const tooLong = (name: string, max: number): string => `${name}: höchstens ${max} Zeichen.`;
const unusable = (name: string): string => `${name}: Einige Zeichen sind nicht erlaubt.`;
const between = (name: string, min: number, max: number): string =>
  `${name}: eine ganze Zahl von ${min} bis ${number(max)}`;

/** The German texts of the messages (src/shared/messages/message.ts). */
const MESSAGES: { readonly [Id in MessageId]: Entry<ValuesOf[Id]> } = {
  email_invalid: plain('Bitte geben Sie eine gültige E-Mail-Adresse ein.'),
  identifier_missing: plain('Bitte geben Sie Ihre E-Mail-Adresse oder Ihren Zugangscode ein.'),
  password_missing: plain('Bitte geben Sie Ihr Passwort ein.'),
  current_password_missing: plain('Bitte geben Sie Ihr aktuelles Passwort ein.'),
  current_password_wrong: plain('Das aktuelle Passwort stimmt nicht.'),
  second_step_secret_invalid: plain('Das Geheimnis braucht mindestens 160 Bit in Base32.'),
  second_step_code_wrong: plain(
    'Dieser Code stimmt nicht oder wurde schon verwendet. Bitte geben Sie den nächsten ein.',
  ),
  second_step_exists: plain(
    'Diese Anmeldung hat einen zweiten Schritt. Beenden Sie ihn, bevor Sie einen anderen einrichten.',
  ),
  second_step_missing: plain('Diese Anmeldung hat keinen zweiten Schritt.'),
  second_step_own_first: plain(
    'Bitte richten Sie selbst einen zweiten Schritt ein, bevor Sie von allen Mitgliedern einen verlangen.',
  ),
  second_step_by_other_owner: plain(
    'Ihren zweiten Schritt kann nur ein anderer Inhaber zurücksetzen. Mit einem seiner Codes können Sie ihn selbst beenden.',
  ),
  second_step_elsewhere: plain(
    'Diese Anmeldung gehört auch zu einem anderen Konto, das ihr zweiter Schritt schützt. Bitte lassen Sie ihn vom Betreiber zurücksetzen.',
  ),
  second_step_to_switch: plain(
    'Jenes Konto verlangt einen zweiten Schritt. Richten Sie in den Kontoeinstellungen unter „Sicherheit“ einen ein und versuchen Sie es dann noch einmal.',
  ),
  access_code_unknown: plain('Zu diesem Zugangscode gibt es keine Veranstaltung.'),
  password_need: filled((need) => NEEDS[need], isNeed),
  password_unmet: filled(
    (needs) => `Das Passwort muss ${needs.map((need) => NEEDS[need]).join(', ')}.`,
    listOf(isNeed),
  ),
  password_too_long: filled((max) => tooLong('Passwort', max), isNumber),

  event_name_missing: plain('Der Name der Veranstaltung ist erforderlich.'),
  event_name_empty: plain('Der Name der Veranstaltung darf nicht leer sein.'),
  area_name_empty: plain('Der Name des Bereichs darf nicht leer sein.'),
  inspection_label_empty: plain('Bitte geben Sie an, für wen der Link ist.'),
  key_name_empty: plain('Bitte geben Sie an, wofür der Schlüssel ist.'),
  name_too_long: filled((field, max) => tooLong(NAMES[field], max), isName, isNumber),
  name_unusable: filled((field) => unusable(NAMES[field]), isName),
  doubt_changed: filled((people) => `Inzwischen fehlen bis zu ${people}. Bitte prüfen Sie die Zahl neu.`, isNumber),
  too_many_events: filled(
    (max) => `Ein Konto kann höchstens ${max} Veranstaltungen haben. Löschen Sie eine, um eine neue zu erstellen.`,
    isNumber,
  ),
  too_many_trial_events: filled(
    (max) =>
      `Ohne Abonnement umfasst ein Konto ${max} Veranstaltungen, gelöschte mitgezählt. Bitte wenden Sie sich an den Support, um eine weitere zu erstellen.`,
    isNumber,
  ),
  time_zone_invalid: plain('Bitte wählen Sie eine Zeitzone, etwa Europe/Berlin.'),
  report_time_invalid: plain('Bitte geben Sie die Uhrzeit des Berichts als Stunden und Minuten ein, etwa 06:00.'),
  event_days_incomplete: plain('Bitte geben Sie den ersten und den letzten Tag ein, oder keinen von beiden.'),
  event_days_invalid: plain('Bitte geben Sie Tage ein, die es im Kalender gibt, etwa 2026-07-31.'),
  event_days_reversed: plain('Der letzte Tag darf nicht vor dem ersten liegen.'),
  venue_people_invalid: filled(
    (field, min, max) => `${between(VENUE_NAMES[field], min, max)}.`,
    isVenueName,
    isNumber,
    isNumber,
  ),
  follows_invalid: plain('followsExpectedError muss true oder false sein.'),
  notice_invalid: filled(
    (title, text) =>
      `Was Anzeigen bei einer Evakuierung sagen, braucht einen Titel von höchstens ${title} und einen Text von höchstens ${text} Zeichen.`,
    isNumber,
    isNumber,
  ),
  drill_shows_invalid: plain('drillShows muss „exercise“ oder „numbers“ sein.'),
  unconfirmed_minutes_invalid: filled(
    (max) => `${between('Die Minuten, nach denen eine unbestätigte Anweisung gemeldet wird', 1, max)}.`,
    isNumber,
  ),
  target_minutes_invalid: filled(
    (max) => `${between('Die Minuten, in denen alle draußen sein sollen', 1, max)}.`,
    isNumber,
  ),
  safety_margin_invalid: filled((max) => `${between('Sicherheitsreserve', 0, max)} Prozent.`, isNumber),
  alerts_invalid: filled(
    (count, max) => `Höchstens ${count} Warnungen, jede bei einer ganzen Zahl von 1 bis ${max} Prozent.`,
    isNumber,
    isNumber,
  ),
  alerts_not_rising: plain('Jede Warnung muss bei einem höheren Prozentsatz liegen als die davor.'),
  no_places_left: plain('Personal und Sicherheitsreserve lassen keine Plätze für Gäste übrig.'),

  limits_invalid: plain('Höchstens ein Grenzwert aus der Genehmigung und einer aus dem Brandschutz.'),
  limit_people_invalid: filled((kind, max) => `${between(LIMIT_NAMES[kind], 1, max)}.`, isLimitKind, isNumber),
  limit_condition_missing: filled(
    (kind) => `${LIMIT_NAMES[kind]}: Bitte geben Sie Wortlaut und Nummer der Auflage an.`,
    isLimitKind,
  ),
  limit_condition_too_long: filled(
    (kind, max) => `${LIMIT_NAMES[kind]}: Die Auflage darf höchstens ${max} Zeichen lang sein.`,
    isLimitKind,
    isNumber,
  ),
  limit_condition_unusable: filled(
    (kind) => `${LIMIT_NAMES[kind]}: Einige Zeichen der Auflage sind nicht erlaubt.`,
    isLimitKind,
  ),

  plan_invalid: plain(
    'Bitte prüfen Sie die Zahlen des Kapazitätsplans: Jede Größe und jede Breite muss über 0 liegen.',
  ),

  area_incomplete: plain('Beide Felder sind erforderlich.'),
  area_change_missing: plain('Senden Sie einen neuen Namen, eine neue Kapazität oder neue Grenzwerte.'),
  capacity_invalid: plain('Bitte geben Sie eine gültige Zahl ein, die nicht negativ ist.'),
  capacity_not_positive: plain('Die Kapazität muss eine positive Zahl sein.'),
  capacity_too_large: filled((max) => `Die Kapazität darf höchstens ${number(max)} sein.`, isNumber),
  too_many_areas: filled(
    (max) => `Eine Veranstaltung kann höchstens ${max} Bereiche haben. Löschen Sie einen, um einen neuen zu erstellen.`,
    isNumber,
  ),
  too_many_areas_ever: filled(
    (max) => `Diese Veranstaltung hatte schon ${max} Bereiche. Bitte erstellen Sie eine neue.`,
    isNumber,
  ),
  inspection_hours_invalid: filled((max) => `${between('Stunden', 1, max)}.`, isNumber),
  inspection_end_invalid: filled((days) => `„Gültig bis“ muss in 1 Stunde bis ${days} Tagen liegen.`, isNumber),
  too_many_inspector_links: filled(
    (max) =>
      `Eine Veranstaltung kann höchstens ${max} gültige Links für Kontrollen haben. Widerrufen Sie einen, um einen neuen zu erstellen.`,
    isNumber,
  ),
  recipient_choices_invalid: plain('Bitte prüfen Sie Veranstaltungen, Schwelle, Minuten und Ruhezeiten.'),
  recipient_topics_invalid: plain('Nur Webhooks erhalten andere Nachrichten als Warnungen.'),
  recipient_name_empty: plain('Bitte geben Sie dem Empfänger einen Namen.'),
  events_not_chosen: plain('Bitte wählen Sie für diese Rolle mindestens eine Veranstaltung (eventIds).'),
  events_not_for_role: plain('Diese Rolle hat alle Veranstaltungen des Kontos. Lassen Sie eventIds weg.'),
  recipient_events_unknown: plain('Einige dieser Veranstaltungen gibt es nicht mehr.'),
  too_many_recipients: filled(
    (max) => `Ein Konto kann höchstens ${max} Empfänger haben. Löschen Sie einen, um einen neuen hinzuzufügen.`,
    isNumber,
  ),
  address_not_https: plain('Bitte geben Sie eine Adresse ein, die mit https:// beginnt.'),
  address_not_public: plain('Diese Adresse führt zu keinem Server im öffentlichen Internet.'),
  address_port_refused: plain('Bitte geben Sie eine Adresse ohne Port oder mit einem für HTTPS üblichen wie 8443 ein.'),
  alert_mails_unavailable: plain('Diese Installation sendet keine Mails.'),
  pushes_unavailable: plain('Diese Installation sendet keine Benachrichtigungen an Browser.'),
  push_keys_invalid: plain('Die Anmeldung dieses Browsers ist unvollständig. Bitte versuchen Sie es erneut.'),
  recipient_unconfirmed: plain('Diese Adresse wurde noch nicht bestätigt.'),
  key_invalid: plain('Diesen API-Schlüssel gibt es nicht, er ist abgelaufen oder wurde widerrufen.'),
  key_not_enough: plain('Dieser Aufruf geht nicht mit einem API-Schlüssel. Bitte melden Sie sich an.'),
  key_from_elsewhere: plain('Dieser API-Schlüssel gilt nicht für diese Adresse.'),
  key_scope_missing: filled((scope) => `Dieser Aufruf braucht einen API-Schlüssel mit dem Recht „${scope}“.`, isText),
  key_of_one_event: plain(
    'Dieser API-Schlüssel gilt für eine Veranstaltung. Dieser Aufruf braucht einen für das ganze Konto.',
  ),
  key_fields_invalid: filled(
    (max) => `Bitte prüfen Sie Rechte und Ablauf: Ein Schlüssel gilt 1 bis ${max} Tage.`,
    isNumber,
  ),
  key_renewal_invalid: filled(
    (maxDays, maxOverlap) => `Bitte prüfen Sie days (1 bis ${maxDays}) und overlapDays (0 bis ${maxOverlap}).`,
    isNumber,
    isNumber,
  ),
  key_ended: plain(
    'Dieser Schlüssel ist abgelaufen, widerrufen oder wurde gerade erneuert. Ein beendeter Schlüssel kann nicht erneuert werden: Erstellen Sie einen neuen.',
  ),
  keys_alone: plain('Dieser Aufruf sagt, was ein API-Schlüssel ist. Er geht nur mit einem.'),
  key_addresses_invalid: plain('Bitte geben Sie IP-Adressen oder Bereiche wie 203.0.113.0/24 ein.'),
  too_many_keys: filled(
    (max) => `Ein Konto kann höchstens ${max} API-Schlüssel haben. Widerrufen Sie einen, um einen neuen zu erstellen.`,
    isNumber,
  ),
  count_invalid: filled((max) => `${between('Gezählte Personen', 0, max)}.`, isNumber),
  note_too_long: filled((max) => tooLong('Notiz', max), isNumber),
  note_unusable: plain(unusable('Notiz')),
  reason_missing: plain('Bitte geben Sie einen Grund für die Nachzählung an.'),
  reason_too_long: filled((max) => tooLong('Grund', max), isNumber),
  reason_unusable: plain(unusable('Grund')),
  order_kind_invalid: plain('Bitte wählen Sie, was die Türen tun sollen.'),
  order_target_invalid: plain('Bitte wählen Sie, für welche Türen die Anweisung gilt.'),
  evacuation_runs: plain('Bei diesem Event läuft schon eine Evakuierung oder Übung. Beenden Sie sie zuerst.'),
  too_many_evacuations: filled(
    (max) =>
      `Höchstens ${max} Übungen können in einer Stunde beginnen. Bitte warten Sie vor der nächsten. Eine Evakuierung kann jederzeit beginnen.`,
    isNumber,
  ),
  evacuation_lets_nobody_in: plain(
    'Während einer Evakuierung kann keine Anweisung jemanden einlassen: nur Einlass-Stopp und Einlass anhalten. Danach können Anweisungen neu gegeben werden.',
  ),
  area_occupied: plain(
    'In diesem Bereich sind nach der Zählung noch Personen. Während einer Evakuierung oder Übung kann er nicht gelöscht werden.',
  ),
  points_in_use: plain('Während einer Evakuierung oder Übung können Sammelplätze hinzukommen, aber nicht wegfallen.'),
  source_id_invalid: plain(
    'source.sourceId hat höchstens 48 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche: eine MAC-Adresse bitte ohne Doppelpunkte.',
  ),
  field_invalid: filled((path) => `${path} fehlt oder ist ungültig.`, isText),
  field_unknown: filled((path) => `${path} gibt es nicht. Bitte den Namen des Felds prüfen.`, isText),
  item_kind_missing: filled((path) => `${path} braucht seq, key oder inTotal und outTotal.`, isText),
  item_empty: filled((path) => `${path} braucht in oder out: wie viele Personen durchgegangen sind.`, isText),
  machines_need_key: plain(
    'Nur ein API-Schlüssel mit dem Recht „count“ und der Veranstalter können für Maschinen senden. Ein Zugangscode kann es nicht.',
  ),
  source_of_key: filled(
    (name) =>
      `Diese Maschine gehört zum API-Schlüssel „${name}“, der in Kraft ist. Senden Sie mit diesem Schlüssel, notfalls erneuert, oder widerrufen Sie ihn; oder senden Sie einmal mit „takeOver“: true neben „source“.`,
    isText,
  ),
  source_of_organizer: plain(
    'Diese Maschine gehört dem Veranstalter, der ohne Schlüssel für sie gesendet hat. Um sie zu übernehmen, senden Sie einmal mit „takeOver“: true neben „source“.',
  ),
  too_many_sources: filled((max) => `Eine Veranstaltung kann höchstens ${max} zählende Maschinen haben.`, isNumber),
  too_many_streams: filled(
    (max) =>
      `Eine Veranstaltung kann höchstens ${max} Streams zugleich haben. Schließen Sie einen, um einen neuen zu öffnen.`,
    isNumber,
  ),
  orders_too_fast: filled(
    (max) =>
      `Höchstens ${max} Anweisungen, die Leute einlassen, sind in einer Minute möglich. Den Einlass stoppen oder anhalten können Sie immer.`,
    isNumber,
  ),
  too_many_orders: filled(
    (max) => `Höchstens ${max} Anweisungen können zugleich gelten. Beenden Sie eine, um eine neue zu geben.`,
    isNumber,
  ),
  categories_invalid: filled((max) => `${between('Jede Kategorie einmal', 0, max)}.`, isNumber),
  categories_unequal: filled(
    (sum, occupancy) => `Die Kategorien ergeben zusammen ${number(sum)}, gezählt wurden ${number(occupancy)}.`,
    isNumber,
    isNumber,
  ),

  categories_incomplete: plain('Bitte senden Sie die Kategorien, und ob Ausgänge eine nennen müssen.'),
  too_many_categories: filled((max) => `Eine Veranstaltung kann höchstens ${max} Kategorien haben.`, isNumber),
  too_many_categories_ever: filled(
    (max) => `Diese Veranstaltung hatte schon ${max} Kategorien. Bitte erstellen Sie eine neue.`,
    isNumber,
  ),
  category_name_empty: plain('Jede Kategorie braucht einen Namen.'),
  category_name_too_long: filled((max) => tooLong('Name der Kategorie', max), isNumber),
  category_name_unusable: plain(unusable('Name der Kategorie')),
  category_name_twice: filled((name) => `Zwei Kategorien heißen ${name}.`, isText),
  category_twice: plain('Eine Kategorie kommt zweimal vor.'),
  category_capacity_invalid: filled((max) => `${between('Kapazität einer Kategorie', 1, max)}, oder leer.`, isNumber),
  category_capacity_needs_outs: plain(
    'Eine Kategorie kann nur dann eine Kapazität haben, wenn Ausgänge ihre Kategorie nennen müssen.',
  ),

  report_days_invalid: plain('Bitte geben Sie from und to als Tage an, etwa 2026-07-31, oder keines von beiden.'),
  report_days_reversed: plain('Der letzte Tag darf nicht vor dem ersten liegen.'),
  report_too_long: filled((max) => `Ein Bericht umfasst höchstens ${max} Tage.`, isNumber),
  taps_file_too_long: filled((max) => `Eine Datei einzelner Zählungen umfasst höchstens ${max} Tage.`, isNumber),
  report_interval_invalid: plain(
    'Bitte fragen Sie nach einem Intervall von 5, 15, 30 oder 60 Minuten oder von einem Tag.',
  ),
  report_interval_too_short: filled(
    (max) =>
      `Ein Bericht über mehr als ${max} Tage hat Intervalle von einem Tag. Bitte fragen Sie nach dem Intervall day.`,
    isNumber,
  ),
  report_revision_invalid: plain('Bitte fragen Sie nach einer Fassung mit ihrer Nummer und nach einem einzelnen Tag.'),
  report_format_invalid: plain('Bitte fragen Sie nach dem Format json oder csv.'),
  reports_unfinished: plain(
    'Die Berichte dieser Veranstaltung werden noch erstellt. Bitte versuchen Sie es in ein paar Minuten erneut.',
  ),
  day_not_shown: plain('Dieser Link zeigt nur Tage seit seiner Erstellung. Frühere hat der Veranstalter.'),
  no_sealed_day: plain(
    'Noch ist keiner dieser Tage abgeschlossen und versiegelt. Ein Tag wird wenige Minuten nach seinem Ende versiegelt.',
  ),
  taps_deleted: plain(
    'Die einzelnen Zählungen mancher dieser Tage sind nicht mehr gespeichert. Bitte wählen Sie spätere Tage oder den Bericht.',
  ),

  moment_invalid: plain(
    'Bitte geben Sie at als Zeitpunkt an, etwa 2026-07-31T23:42 in der Zeitzone der Veranstaltung oder 2026-07-31T23:42:10+02:00.',
  ),
  moment_skipped: filled(
    (timeZone) =>
      `Diese Uhrzeit gab es in ${timeZone} nicht, weil die Uhren umgestellt wurden. Bitte wählen Sie eine andere.`,
    isText,
  ),
  moment_twice: filled(
    (first, second) =>
      `Diese Uhrzeit gab es zweimal, weil die Uhren umgestellt wurden. Bitte geben Sie den Abstand zu UTC an: ${first} oder ${second}.`,
    isText,
    isText,
  ),
  moment_future: plain('Dieser Zeitpunkt kommt noch. Bitte wählen Sie einen früheren.'),
  moment_deleted: plain('Die Zahlen dieses Zeitpunkts sind nicht mehr gespeichert.'),
  moment_uncounted: plain(
    'Am Tag dieses Zeitpunkts wurde nichts gezählt, und so alte einzelne Zählungen sind nicht mehr gespeichert.',
  ),

  country_missing: plain('Bitte wählen Sie ein Land, um fortzufahren.'),
  billing_text_wrong: filled((field) => `${BILLING_NAMES[field]}: Das muss Text sein.`, isBillingName),
  billing_text_too_long: filled((field, max) => tooLong(BILLING_NAMES[field], max), isBillingName, isNumber),
  billing_text_unusable: filled((field) => unusable(BILLING_NAMES[field]), isBillingName),
  card_removed: plain(
    'Diese Karte wurde entfernt und kann nicht mehr verwendet werden. Bitte geben Sie sie noch einmal ein.',
  ),
  payment_unconfirmed: plain(
    'Ihre Karte ist gespeichert, aber Ihre Bank verlangt, dass Sie diese Zahlung bestätigen. Bitte versuchen Sie es mit einer anderen Karte.',
  ),
  payment_unconfirmed_at: filled(
    (page) =>
      `Ihre Karte ist gespeichert, aber Ihre Bank verlangt, dass Sie diese Zahlung bestätigen. Bitte tun Sie das auf ${page}`,
    isText,
  ),
  invitation_for_other: plain('Diese Einladung gilt für eine andere E-Mail-Adresse.'),
  not_by_role: plain('Ihre Rolle erlaubt das nicht. Bitte fragen Sie einen Inhaber oder Manager des Kontos.'),
  owners_only: plain('Das dürfen nur Inhaber dieses Kontos. Bitte fragen Sie eine dieser Personen.'),
  event_elsewhere: plain('Diese Veranstaltung gehört zu einem anderen Ihrer Konten. Bitte wechseln Sie dorthin.'),
  other_account: plain('Sie haben zu einem anderen Konto gewechselt. Bitte laden Sie diese Seite neu.'),
  no_such_call: plain('Diesen Aufruf gibt es nicht.'),
  untranslated: filled((text) => text, isText),
};

const isCode = oneOf(CODES);
const isMessageId = oneOf(MESSAGES);

/** Returns a message's text; undefined if this release does not know the id, or the values do not fit. */
const messageText = ({ id, values }: { id?: unknown; values?: unknown }): string | undefined =>
  isMessageId(id) ? MESSAGES[id].fill(values) : undefined;

/**
 * Translates what the server or a shared rule says. An unknown message gets the text of its error code. Without a known
 * code, the text stays English.
 */
export function translateSaid(said: Said): string {
  if ('id' in said) return messageText(said) ?? said.text;
  const { text, code, message } = said;
  const found = typeof message === 'object' && message !== null ? messageText(message) : undefined;
  return found ?? (isCode(code) ? CODES[code] : text);
}
