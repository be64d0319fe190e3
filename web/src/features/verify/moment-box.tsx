import { type FormEvent, useState } from 'react';
import { EVIDENCE_FILES } from '../../../../src/shared/sealed/sealing';
import { verifyTexts } from '../../texts/verify-texts';
import { formatDay, zoneName } from '../../texts/zone-format';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import { Notice } from '../../ui/notice';
import type { DayCheck } from './check-pack';
import { askDay, type PackAnswer } from './day/answer-at';
import type { DayRecords } from './day/people-at';
import { readDay } from './day/read-day';
import { MomentAnswer } from './moment-answer';
import type { PackFiles } from './read-pack';

/** The files that an answer is made of. */
const NEEDED: readonly string[] = [EVIDENCE_FILES.ledger, EVIDENCE_FILES.journal, EVIDENCE_FILES.figures];

type Outcome =
  | { type: 'none' }
  | { type: 'failed'; text: string }
  | { type: 'answered'; answers: PackAnswer[]; check: ClockedDay };

/** A day whose clocks are known. */
interface ClockedDay extends DayCheck {
  timeZone: string;
}

const hasClock = (day: DayCheck): day is ClockedDay => day.timeZone !== null;

/** Asks how many people were inside at a moment, and answers from the pack's own files, on this device. */
export function MomentBox({ days: all, files }: { days: readonly DayCheck[]; files: PackFiles }) {
  const words = verifyTexts.verify.moment;
  const days = all.filter(hasClock);
  const [folder, setFolder] = useState(days[0]?.folder ?? '');
  const [time, setTime] = useState('');
  const [outcome, setOutcome] = useState<Outcome>({ type: 'none' });
  /** The day that was read last. A day can have a million taps. */
  const [known, setKnown] = useState<{ folder: string; records: DayRecords | null } | null>(null);
  const check = days.find((day) => day.folder === folder);
  if (check === undefined) return null;

  function answer(of: ClockedDay): Outcome {
    const missing = NEEDED.find((name) => !files.has(`${of.folder}/${name}`));
    if (missing !== undefined) return { type: 'failed', text: words.missing(missing) };
    const records = known?.folder === of.folder ? known.records : readDay(files, of);
    setKnown({ folder: of.folder, records });
    const asked = askDay(records, of.timeZone, time);
    return typeof asked === 'string'
      ? { type: 'failed', text: words[asked] }
      : { type: 'answered', answers: asked, check: of };
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (check !== undefined) setOutcome(answer(check));
  }

  const change = (set: () => void) => {
    set();
    setOutcome({ type: 'none' });
  };
  return (
    <section aria-label={words.title} className="grid gap-3 rounded-card bg-surface p-5 forced-colors:border">
      <h3 className="text-lg font-semibold text-balance">{words.title}</h3>
      <p className="text-sm text-pretty text-muted">{words.lead(zoneName(check.timeZone))}</p>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
        {days.length > 1 && (
          <SelectField
            label={words.day}
            value={folder}
            options={days.map((day) => ({ value: day.folder, text: formatDay(day.day) }))}
            onChange={({ target }) => change(() => setFolder(target.value))}
            className="min-w-52 flex-1"
          />
        )}
        <TextField
          type="time"
          step={1}
          label={words.time}
          value={time}
          invalid={outcome.type === 'failed'}
          onChange={({ target }) => change(() => setTime(target.value))}
          className="min-w-40 flex-1"
        />
        <Button type="submit" className="max-sm:w-full">
          {words.show}
        </Button>
      </form>
      {outcome.type === 'failed' && <Notice tone="bad">{outcome.text}</Notice>}
      {outcome.type === 'answered' && <Answers {...outcome} />}
    </section>
  );
}

function Answers({ answers, check }: { answers: readonly PackAnswer[]; check: ClockedDay }) {
  const words = verifyTexts.verify.moment;
  // A file that the seal does not have was added.
  const isSealed = (needed: string) => check.files.some(({ name, state }) => name === needed && state === 'sealed');
  const changed = NEEDED.filter((name) => !isSealed(name));
  return (
    <>
      {changed.length > 0 && <Notice tone="bad">{words.changed(changed.join(', '))}</Notice>}
      {answers.map((answer) => (
        <MomentAnswer key={answer.at} answer={answer} timeZone={check.timeZone} />
      ))}
    </>
  );
}
