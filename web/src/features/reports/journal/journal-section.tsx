import { type MouseEvent, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { Button } from '../../../ui/button';
import { fieldLabelClass } from '../../../ui/forms/field';
import { RadioOption } from '../../../ui/forms/radio-option';
import { momentOf } from '../report-clock';
import { useFirstRows } from '../sections/use-first-rows';
import { ReportSection } from '../sections/report-section';
import { JOURNAL_KINDS, type JournalKind, journalRecords } from './journal-records';

const ENTRIES_AT_ONCE = 40;
/** More entries about machines than this would hide the others. */
const MACHINES_IN_SIGHT_MAX = 3;

/** The entries that are shown: those of one kind, or all. With all, those about machines are one line. */
type JournalFilter = JournalKind | 'all';

const FILTERS: readonly JournalFilter[] = ['all', ...JOURNAL_KINDS];

/** Kinds without a choice of their own while there is no such entry. */
const OPTIONAL: ReadonlySet<JournalFilter> = new Set(['orders', 'machines']);

/** Lists what was changed, by whom, from which value to which, the alerts and the orders, in the order of time. */
export function JournalSection({ report }: { report: Report }) {
  const [filter, setFilter] = useState<JournalFilter>('all');
  const words = reportTexts.reports.journal;
  const moment = momentOf(report);
  const records = useMemo(() => journalRecords(report), [report]);
  const recordsOf = (of: JournalFilter) => (of === 'all' ? records : records.filter(({ kind }) => kind === of));
  const ofMachines = recordsOf('machines').length;
  const isFolded = filter === 'all' && ofMachines > MACHINES_IN_SIGHT_MAX;
  const chosen = isFolded ? records.filter(({ kind }) => kind !== 'machines') : recordsOf(filter);
  /** Shows the entries about machines. The button goes, so their choice gets the focus. */
  function unfold({ currentTarget }: MouseEvent<HTMLElement>) {
    const section = currentTarget.closest('section');
    flushSync(() => setFilter('machines'));
    section?.querySelector<HTMLElement>('input:checked')?.focus();
  }
  const { shown, more } = useFirstRows(chosen, ENTRIES_AT_ONCE, words.showAll);
  return (
    <ReportSection
      title={words.title}
      lead={words.lead}
      aside={
        records.length > 0 && (
          <FilterSwitch filter={filter} countOf={(of) => recordsOf(of).length} onChoose={setFilter} />
        )
      }
    >
      {isFolded && (
        <Button variant="quiet" onClick={unfold} className="min-h-11 justify-self-start px-4 text-sm">
          {words.ofMachines(formatCount(ofMachines))}
        </Button>
      )}
      {chosen.length === 0 && !isFolded && <p>{filter === 'all' ? words.none : words.noneOf}</p>}
      <ol aria-label={words.title} className="grid grid-cols-[minmax(0,1fr)] text-sm empty:hidden">
        {shown.map(({ at, sentence, who }, i) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- entries only follow, and two may say the same
            key={i}
            className="grid gap-x-4 border-b border-line py-2 last:border-b-0 sm:grid-cols-[9rem_minmax(0,1fr)_14rem]"
          >
            <time dateTime={at} className="text-muted tabular-nums">
              {moment(at)}
            </time>
            <span className="font-medium">{sentence}</span>
            <span className="text-muted sm:text-end">{who ?? words.notAcknowledged}</span>
          </li>
        ))}
      </ol>
      {more}
      {report.journalLeftOut > 0 && (
        <p className="text-sm text-muted">{words.leftOut(formatCount(report.journalLeftOut))}</p>
      )}
      {report.alertsLeftOut > 0 && (
        <p className="text-sm text-muted">{reportTexts.reports.alerts.leftOut(formatCount(report.alertsLeftOut))}</p>
      )}
    </ReportSection>
  );
}

interface FilterSwitchProps {
  filter: JournalFilter;
  countOf: (filter: JournalFilter) => number;
  onChoose: (filter: JournalFilter) => void;
}

/** Chooses which entries are shown. Each choice says how many entries it has. */
function FilterSwitch({ filter: chosen, countOf, onChoose }: FilterSwitchProps) {
  const id = useId();
  const words = reportTexts.reports.journal;
  return (
    <div className="max-sm:w-full">
      <span id={id} className={fieldLabelClass}>
        {words.filter}
      </span>
      <div
        role="radiogroup"
        aria-labelledby={id}
        className="flex w-fit max-w-full flex-wrap rounded-field bg-sunken p-1"
      >
        {FILTERS.filter((filter) => !OPTIONAL.has(filter) || countOf(filter) > 0).map((filter) => (
          <RadioOption
            key={filter}
            name="journal"
            value={filter}
            checked={filter === chosen}
            onChoose={() => onChoose(filter)}
            className="touch-pad min-h-11 rounded-[0.625rem] px-3 text-center text-sm font-semibold tabular-nums"
          >
            {words.filters[filter](formatCount(countOf(filter)))}
          </RadioOption>
        ))}
      </div>
    </div>
  );
}
