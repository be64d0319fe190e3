import type { LimitKind } from '../../shared/schemas/venue-settings';
import { deEventWords, enEventWords, type EventWords } from './event-words';

/** The words of the sealed report. Like its layout they are frozen: sealed reports must be made again byte for byte. */
export interface ReportWords {
  lang: string;
  title: string;
  revision: (revision: number, closedAt: string) => string;
  clock: (timeZone: string, from: string, to: string) => string;
  noCapacity: string;
  neverOver: string;
  over: (periods: number, longest: string, percent: number) => string;
  /** For a day whose periods are not all stored. */
  overFor: (time: string, percent: number) => string;
  /** A limit: the most people counted at once, with the staff if there are any, and how many it allows. */
  limitLine: (kind: string, peak: number, staff: number, capacity: number) => string;
  limitAbove: (time: string) => string;
  limitKept: string;
  staffDeclared: (staff: number) => string;
  /** The capacity is a limit less staff, so that both are exceeded together. */
  sameAsLimit: (capacity: number, kind: string, staff: number) => string;
  quality: (taps: number, late: number, latest: string) => string;
  byMinute: string;
  venue: string;
  deleted: (areaName: string) => string;
  noLimit: string;
  none: string;
  figures: string;
  curve: string;
  curveLead: string;
  areas: string;
  areasLead: string;
  overPeriods: string;
  overLead: string;
  periodsLeftOut: string;
  limits: string;
  limitsLead: string;
  limitKinds: Record<LimitKind, string>;
  limitPeriods: string;
  limitTotal: (name: string, kind: string, time: string) => string;
  capacities: string;
  devices: string;
  unnamed: (id: string) => string;
  others: string;
  steps: string;
  stepsLead: string;
  foot: string;
  events: EventWords;
  heads: Record<
    | 'area'
    | 'capacity'
    | 'from'
    | 'to'
    | 'ins'
    | 'outs'
    | 'moved'
    | 'peak'
    | 'peakAt'
    | 'opening'
    | 'closing'
    | 'floored'
    | 'above100'
    | 'above'
    | 'percent'
    | 'device'
    | 'taps'
    | 'late'
    | 'first'
    | 'last'
    | 'low'
    | 'high'
    | 'end'
    | 'limit'
    | 'staff'
    | 'people'
    | 'peopleWithStaff'
    | 'peopleWithoutStaff'
    | 'peakWithoutStaff'
    | 'condition',
    string
  >;
}

/** Whether a time zone has no place. */
const isUtc = (timeZone: string): boolean => timeZone === 'UTC' || timeZone.startsWith('Etc/');

const enWords: ReportWords = {
  lang: 'en',
  title: 'Occupancy report',
  revision: (revision, closedAt) => `Revision ${revision}, closed ${closedAt}.`,
  clock: (timeZone, from, to) =>
    `The business day lasts from ${from} to ${to}. All times are ${isUtc(timeZone) ? 'UTC' : `by the clocks in ${timeZone.replaceAll('_', ' ')}`}.`,
  noCapacity: 'No capacity was set.',
  neverOver: 'At no time were more people inside than a capacity allowed.',
  over: (periods, longest, percent) =>
    `Over capacity: ${periods === 1 ? '1 period' : `${periods} periods`}, the longest ${longest}, at most ${percent} % of the capacity.`,
  overFor: (time, percent) => `Over capacity for ${time} in all, at most ${percent} % of the capacity.`,
  limitLine: (kind, peak, staff, capacity) =>
    `${kind}: at most ${peak + staff} people${staff > 0 ? ` with ${staff} staff` : ''}, ${capacity} allowed.`,
  limitAbove: (time) => `More than allowed for ${time}.`,
  limitKept: 'Never more than allowed.',
  staffDeclared: (staff) =>
    `The number of staff, ${staff}, was declared by the event’s admin; the doors do not count staff.`,
  sameAsLimit: (capacity, kind, staff) =>
    `The capacity of the venue, ${capacity}, is its limit (${kind})${staff > 0 ? ` less ${staff} staff` : ''}: both are exceeded at the same times.`,
  quality: (taps, late, latest) =>
    `${taps} taps, of which ${late} arrived more than a minute after they were made; the latest after ${latest}.`,
  byMinute: 'Times of taps are by the minute.',
  venue: 'Whole venue',
  deleted: (areaName) => `${areaName} (deleted)`,
  noLimit: 'No limit',
  none: 'None.',
  figures: 'The day',
  curve: 'People inside, whole venue',
  curveLead: 'Line: the highest number of people in each five minutes. Dashed: the capacity.',
  areas: 'Venue and areas',
  areasLead: 'The whole venue leaves out moves between its areas, so areas may add up to more.',
  overPeriods: 'Periods over capacity',
  overLead: 'A period can have breaks of less than a minute; the time above leaves them out.',
  periodsLeftOut: 'The day has too many periods to list them all; the total times include all of them.',
  limits: 'Limits from license and fire safety',
  limitsLead: 'A limit of the venue counts everybody, also staff. The doors count the people without staff.',
  limitKinds: { licence: 'License', fire: 'Fire safety' },
  limitPeriods: 'Periods above a limit',
  limitTotal: (name, kind, time) => `${name}, ${kind}: ${time} above in all.`,
  capacities: 'Capacities in force',
  devices: 'Devices',
  unnamed: (id) => `Without a name (${id})`,
  others: 'Other devices',
  steps: 'People inside, every five minutes',
  stepsLead: 'Whole venue. Between two lines nothing was counted: the number at the end stays.',
  foot: 'The hash of this file is in the seal of the day, and the seal’s fingerprint beside it, in seals.json of the evidence pack. The same fingerprint stands on the report that was printed when the day was closed and in the mail to the organizer. README.txt says how to check it.',
  events: enEventWords,
  heads: {
    area: 'Area',
    capacity: 'Capacity',
    from: 'From',
    to: 'To',
    ins: 'In',
    outs: 'Out',
    moved: 'Of these, moves',
    peak: 'Most at once',
    peakAt: 'Reached at',
    opening: 'At start',
    closing: 'At end',
    floored: 'Out at zero',
    above100: 'Time above capacity',
    above: 'Time above',
    percent: '% of capacity',
    device: 'Device',
    taps: 'Taps',
    late: 'Late',
    first: 'First tap',
    last: 'Last tap',
    low: 'Lowest',
    high: 'Highest',
    end: 'At end',
    limit: 'Limit',
    staff: 'Of these, staff',
    people: 'People allowed',
    peopleWithStaff: 'Allowed with staff',
    peopleWithoutStaff: 'Allowed without staff',
    peakWithoutStaff: 'Most at once, without staff',
    condition: 'Condition',
  },
};

const deWords: ReportWords = {
  lang: 'de',
  title: 'Belegungsbericht',
  revision: (revision, closedAt) => `Fassung ${revision}, abgeschlossen am ${closedAt}.`,
  clock: (timeZone, from, to) =>
    `Der Veranstaltungstag dauert von ${from} bis ${to}. Alle Zeiten gelten ${isUtc(timeZone) ? 'in UTC' : `nach den Uhren von ${timeZone.replaceAll('_', ' ')}`}.`,
  noCapacity: 'Es war keine Kapazität festgelegt.',
  neverOver: 'Zu keiner Zeit waren mehr Personen drinnen, als eine Kapazität erlaubte.',
  over: (periods, longest, percent) =>
    `Über der Kapazität: ${periods === 1 ? '1 Zeitraum' : `${periods} Zeiträume`}, der längste ${longest}, höchstens ${percent} % der Kapazität.`,
  overFor: (time, percent) => `Über der Kapazität: zusammen ${time}, höchstens ${percent} % der Kapazität.`,
  limitLine: (kind, peak, staff, capacity) =>
    `${kind}: höchstens ${peak + staff} Personen${staff > 0 ? ` mit ${staff} Mitarbeitenden` : ''}, ${capacity} erlaubt.`,
  limitAbove: (time) => `Mehr als erlaubt: ${time}.`,
  limitKept: 'Nie mehr als erlaubt.',
  staffDeclared: (staff) =>
    `Die Zahl der Mitarbeitenden, ${staff}, hat die Leitung der Veranstaltung angegeben; die Türen zählen kein Personal.`,
  sameAsLimit: (capacity, kind, staff) =>
    `Die Kapazität des Ganzen, ${capacity}, ist sein Grenzwert (${kind})${staff > 0 ? ` ohne ${staff} Mitarbeitende` : ''}: Beide werden zu denselben Zeiten überschritten.`,
  quality: (taps, late, latest) =>
    `${taps} Zählungen, davon kamen ${late} mehr als eine Minute später an; die späteste nach ${latest}.`,
  byMinute: 'Die Zeiten der Zählungen sind minutengenau.',
  venue: 'Gesamt',
  deleted: (areaName) => `${areaName} (gelöscht)`,
  noLimit: 'Ohne Grenze',
  none: 'Keine.',
  figures: 'Der Tag',
  curve: 'Personen drinnen, gesamt',
  curveLead: 'Linie: die höchste Zahl der Personen in je fünf Minuten. Gestrichelt: die Kapazität.',
  areas: 'Gesamt und Bereiche',
  areasLead: 'Wechsel zwischen Bereichen zählen nicht zum Gesamten; die Bereiche können zusammen mehr ergeben.',
  overPeriods: 'Zeiten über der Kapazität',
  overLead: 'Ein Zeitraum kann Pausen von weniger als einer Minute haben; die Zeit darüber zählt sie nicht mit.',
  periodsLeftOut: 'Der Tag hat zu viele Zeiträume, um alle aufzuführen; die Gesamtzeiten enthalten alle.',
  limits: 'Grenzwerte aus Genehmigung und Brandschutz',
  limitsLead:
    'Ein Grenzwert des Ganzen zählt alle Personen, auch das Personal. Die Türen zählen die Personen ohne Personal.',
  limitKinds: { licence: 'Genehmigung', fire: 'Brandschutz' },
  limitPeriods: 'Zeiten über einem Grenzwert',
  limitTotal: (name, kind, time) => `${name}, ${kind}: zusammen ${time} darüber.`,
  capacities: 'Gültige Kapazitäten',
  devices: 'Geräte',
  unnamed: (id) => `Ohne Namen (${id})`,
  others: 'Übrige Geräte',
  steps: 'Personen drinnen, alle fünf Minuten',
  stepsLead: 'Gesamt. Zwischen zwei Zeilen wurde nichts gezählt: Die Zahl am Ende bleibt.',
  foot: 'Der Hash dieser Datei steht im Siegel des Tages, und daneben dessen Fingerabdruck, in seals.json der Belege. Derselbe Fingerabdruck steht auf dem Bericht, der beim Abschluss des Tages gedruckt wurde, und in der Mail an den Veranstalter. README.txt sagt, wie man ihn prüft.',
  events: deEventWords,
  heads: {
    area: 'Bereich',
    capacity: 'Kapazität',
    from: 'Von',
    to: 'Bis',
    ins: 'Ein',
    outs: 'Aus',
    moved: 'Davon Wechsel',
    peak: 'Höchststand',
    peakAt: 'Erreicht am',
    opening: 'Am Anfang',
    closing: 'Am Ende',
    floored: 'Aus bei null',
    above100: 'Zeit über der Kapazität',
    above: 'Zeit darüber',
    percent: '% der Kapazität',
    device: 'Gerät',
    taps: 'Zählungen',
    late: 'Verspätete',
    first: 'Erste Zählung',
    last: 'Letzte Zählung',
    low: 'Tiefststand',
    high: 'Höchststand',
    end: 'Am Ende',
    limit: 'Grenzwert',
    staff: 'Davon Personal',
    people: 'Erlaubte Personen',
    peopleWithStaff: 'Erlaubt mit Personal',
    peopleWithoutStaff: 'Erlaubt ohne Personal',
    peakWithoutStaff: 'Höchststand ohne Personal',
    condition: 'Auflage',
  },
};

/** The words of each language in which days are sealed. */
export const REPORT_LANGUAGES: Readonly<Record<string, ReportWords>> = { en: enWords, de: deWords };

/** @throws {Error} a later release has sealed the day in a language that this one does not have */
export function wordsOf(language: string): ReportWords {
  const words = REPORT_LANGUAGES[language];
  if (words === undefined) throw new Error(`There is no report in the language ${language}`);
  return words;
}
