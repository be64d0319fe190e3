import { LANGUAGES } from '../languages';
import type { TroubleWords } from './trouble-words';

const COUNTS = new Intl.NumberFormat(LANGUAGES.de.locale);

const UNITS = { day: ['Tag', 'Tage'], hour: ['Stunde', 'Stunden'], minute: ['Minute', 'Minuten'] } as const;

export const troubleWords: TroubleWords = {
  silent: 'ist stumm',
  refused: 'zählt nicht',
  other: (code) => `was sie sendet, wird abgelehnt (${code})`,
  reasons: {
    time_in_future: 'ihre Uhr geht vor',
    time_too_old: 'ihre Uhr geht nach',
    time_unreadable: 'ihre Zeiten sind nicht lesbar',
    time_in_seconds: 'ihre Zeiten sind Sekunden statt Millisekunden',
    totals_out_of_range: 'ihre Summen passen nicht in ihre Zähler',
    conflict: 'sie verwendet Nummern oder Schlüssel doppelt',
    refused_before: 'sie sendet, was schon abgelehnt wurde',
    unknown_area: 'ihren Bereich gibt es nicht',
    area_deleted: 'ihr Bereich wurde gelöscht',
    unknown_category: 'ihre Kategorie gibt es nicht',
    counting_locked: 'das Konto ist gesperrt',
    trial_used_up: 'die Testphase dieser Veranstaltung ist aufgebraucht',
    seq_gap: 'vor dem, was sie sendet, fehlt etwas',
    invalid_input: 'was sie sendet, ist nicht gültig',
    nothing_to_undo: 'es gibt nichts, was sie zurücknehmen könnte',
  },
  fast: (duration) => `ihre Uhr geht ${duration} vor`,
  slow: (duration) => `ihre Uhr geht ${duration} nach`,
  duration: (count, unit) => `${count} ${UNITS[unit][count === 1 ? 0 : 1]}`,
  doubt: (people) =>
    people === 1 ? 'eine Person kann fehlen' : `bis zu ${COUNTS.format(people)} Personen können fehlen`,
};
