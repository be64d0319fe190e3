import { DayBuilder } from '../../../../src/reports/days/build-days';
import { newContents } from '../../../../src/reports/sealed/contents';
import { DayEvents } from '../../../../src/reports/sealed/day-events';
import { JournalFile } from '../../../../src/reports/sealed/journal-file';
import { LedgerFile } from '../../../../src/reports/sealed/ledger-file';
import { type SealedDay, journalSpanOf } from '../../../../src/reports/sealed/sealed-day';
import { type DayFigures, EMPTY_OPENING } from '../../../../src/reports/figures';
import { HOUR_MS } from '../../../../src/shared/durations';
import { type DayReport, DayReportSchema } from '../../../../web/src/features/verify/day/day-report';
import { readSets } from '../../../../web/src/features/verify/day/journal-sets';
import { readLedger } from '../../../../web/src/features/verify/day/ledger-lines';
import type { DayRecords } from '../../../../web/src/features/verify/day/people-at';
import { activeDays } from '../../../support/build-report';
import type { History } from '../../reports/history';

/** Longer than anything can arrive late, in ms. */
export const LATER = 100 * 24 * HOUR_MS;

/** The figures of all days up to a moment (epoch ms), with everything that arrives later. */
export function figuresOf({ room, clock, now }: History, until: number): DayFigures[] {
  const days = activeDays(room.ledger, clock).filter(({ startsAt }) => startsAt <= until);
  const build = { opening: EMPTY_OPENING, days, now: until, knownUntil: now + LATER, after: 0, upTo: Infinity };
  const builder = new DayBuilder({ ...build, journal: room.journal });
  builder.add({ rows: room.ledger, clients: [] });
  return builder.finish();
}

/** The day's files as they are sealed. */
function filesOf({ room, clock }: Pick<History, 'room' | 'clock'>, day: DayFigures) {
  const rows = room.journal.map(({ areaId, before, after, ...rest }) => ({
    ...rest,
    area_id: areaId,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }));
  const span = journalSpanOf(day, Number.MAX_SAFE_INTEGER);
  const events = new DayEvents(day, span);
  events.add(rows);
  const sealed: SealedDay = {
    eventId: 'e1',
    eventName: 'Harbor Night',
    timeZone: clock.timeZone,
    day: day.day,
    revision: 1,
    startsAt: day.startsAt,
    endsAt: day.endsAt,
    closedAt: day.endsAt,
    contents: newContents(events),
  };
  const ledger = new LedgerFile(sealed, day);
  const journal = new JournalFile(sealed, span);
  return {
    tables: sealed.contents.tables,
    ledger: ledger.head + ledger.lines(room.ledger),
    journal: journal.head + journal.lines(rows).text,
  };
}

const reportOf = (day: DayFigures): DayReport => DayReportSchema.parse(JSON.parse(JSON.stringify(day)));

/** The day's sealed files as the page reads them. */
export function recordsOf(history: Pick<History, 'room' | 'clock'>, day: DayFigures): DayRecords {
  const { tables, ledger, journal } = filesOf(history, day);
  // The page decodes without the mark at the start.
  return {
    report: reportOf(day),
    lines: readLedger(ledger.replace('\uFEFF', ''), tables['ledger.csv'] ?? []),
    sets: readSets(journal.replace('\uFEFF', ''), tables['journal.csv'] ?? []),
  };
}
