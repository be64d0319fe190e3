import { assertNever } from '../../../../src/shared/assert-never';
import { formatCount } from '../../texts/format';
import { verifyTexts } from '../../texts/verify-texts';
import { formatDay } from '../../texts/zone-format';
import type { DayCheck, FileState } from './check-pack';
import type { Fault } from './day/ledger-faults';
import type { Tone } from './findings';
import { ToneLine } from './tone-line';

const TONES: Record<FileState, Tone> = { sealed: 'good', changed: 'bad', missing: 'warn' };

/** Names the files of a day, and which of them are as they were sealed. */
export function DayFiles({ check: { day, files } }: { check: DayCheck }) {
  const words = verifyTexts.verify.files;
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{words.title(formatDay(day))}</h3>
      <ul className="grid gap-2">
        {files.map(({ name, state }) => (
          <ToneLine key={name} tone={TONES[state]}>
            {words[state](name)}
          </ToneLine>
        ))}
      </ul>
    </div>
  );
}

/** The most faults that are shown. More would not help to find what was changed. */
const FAULTS_MAX = 20;

/** Says where a changed ledger or report of a day does not add up. */
export function DayFaults({ day, faults }: { day: string; faults: readonly Fault[] }) {
  const words = verifyTexts.verify.faults;
  const left = faults.length - FAULTS_MAX;
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{words.title(formatDay(day))}</h3>
      {faults.length === 0 ? (
        <p className="text-pretty text-muted">{words.none}</p>
      ) : (
        <ul className="grid list-disc gap-1.5 ps-5">
          {faults.slice(0, FAULTS_MAX).map((fault) => (
            <li key={JSON.stringify(fault)} className="text-pretty wrap-anywhere">
              {faultWords(fault)}
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p className="text-muted">{verifyTexts.verify.more(formatCount(left))}</p>}
    </div>
  );
}

function faultWords(fault: Fault): string {
  const words = verifyTexts.verify.faults;
  switch (fault.type) {
    case 'unreadable':
      return words.unreadable(formatCount(fault.line));
    case 'change':
    case 'seqs':
    case 'times':
      return words[fault.type](
        words.line(formatCount(fault.line), fault.id),
        formatCount(fault.counted),
        formatCount(fault.expected),
      );
    case 'order':
      return words.order(words.line(formatCount(fault.line), fault.id));
    case 'sum': {
      const { area, column, report, ledger } = fault;
      const name = area ?? verifyTexts.verify.venue;
      return words.sum(name, words.columns[column], formatCount(report), formatCount(ledger));
    }
    case 'lines':
      return words.lines(formatCount(fault.report), formatCount(fault.ledger));
    default:
      return assertNever(fault);
  }
}
