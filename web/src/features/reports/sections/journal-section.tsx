import { useState } from 'react';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { Button } from '../../../ui/button';
import { journalSentence } from './journal-sentence';
import { momentOf } from '../report-clock';
import { ReportSection } from './report-section';

const ENTRIES_AT_ONCE = 40;

/** Lists what was changed, by whom, from which value to which. */
export function JournalSection({ report }: { report: Report }) {
  const [all, setAll] = useState(false);
  const words = reportTexts.reports.journal;
  const moment = momentOf(report);
  const { journal } = report;
  return (
    <ReportSection title={words.title} lead={words.lead}>
      {journal.length === 0 && <p>{words.none}</p>}
      <ol className="grid grid-cols-[minmax(0,1fr)] text-sm empty:hidden">
        {(all ? journal : journal.slice(0, ENTRIES_AT_ONCE)).map((entry, i) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- entries only follow, and two may say the same
            key={i}
            className="grid gap-x-4 border-b border-line py-2 last:border-b-0 sm:grid-cols-[9rem_minmax(0,1fr)_14rem]"
          >
            <time dateTime={entry.at} className="text-muted tabular-nums">
              {moment(entry.at)}
            </time>
            <span className="font-medium">{journalSentence(entry)}</span>
            <span className="text-muted sm:text-right">{reportTexts.tables.actors[entry.actor]}</span>
          </li>
        ))}
      </ol>
      {!all && journal.length > ENTRIES_AT_ONCE && (
        <Button variant="quiet" onClick={() => setAll(true)} className="justify-self-start">
          {words.showAll(String(journal.length))}
        </Button>
      )}
      {report.journalLeftOut > 0 && (
        <p className="text-sm text-muted">{words.leftOut(formatCount(report.journalLeftOut))}</p>
      )}
    </ReportSection>
  );
}
