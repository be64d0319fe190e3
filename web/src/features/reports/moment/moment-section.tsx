import { type FormEvent, useState } from 'react';
import { momentsShowing, wallClock } from '../../../../../src/shared/sealed/zoned-time';
import { ownMessage } from '../../../api/api-client';
import { reportTexts } from '../../../texts/report-texts';
import { zoneFormat } from '../../../texts/zone-format';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/forms/select-field';
import { TextField } from '../../../ui/forms/text-field';
import { Notice } from '../../../ui/notice';
import { Spinner } from '../../../ui/spinner';
import { RetryNotice } from '../../../ui/load-failed';
import { ReportSection } from '../sections/report-section';
import { MomentAnswer } from './moment-answer';
import { type AskMoment, useOccupancyAt } from './use-occupancy-at';

export interface MomentSectionProps {
  ask: AskMoment;
  timeZone: string;
  /** The moment that the field has at first, epoch ms. */
  suggested: number;
}

/** The letters of YYYY-MM-DDTHH:mm:ss. */
const LOCAL_LENGTH = 19;

/** Asks how many people were inside at a moment. */
export function MomentSection({ ask, timeZone, suggested }: MomentSectionProps) {
  const words = reportTexts.moment;
  const [typed, setTyped] = useState(() => {
    const shown = new Date(wallClock(timeZone)(suggested));
    return shown.toISOString().slice(0, LOCAL_LENGTH);
  });
  /** Of two moments at which the clocks showed the typed time: whether the second one is meant. */
  const [isSecond, setSecond] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { asked, put } = useOccupancyAt(ask);
  const shown = Date.parse(`${typed}Z`);
  const moments = Number.isNaN(shown) ? [] : momentsShowing(shown, timeZone);
  const [first, second] = moments;

  function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = isSecond ? (second ?? first) : first;
    if (chosen === undefined) setProblem(Number.isNaN(shown) ? words.incomplete : words.skipped);
    else {
      setProblem(null);
      put(chosen);
    }
  }

  return (
    <ReportSection title={words.title} lead={words.lead(timeZone.replaceAll('_', ' '))}>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
        <TextField
          type="datetime-local"
          step={1}
          label={words.at}
          value={typed}
          invalid={problem !== null}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem(null);
          }}
          className="min-w-60 flex-1 sm:max-w-72"
        />
        {second !== undefined && (
          <SelectField
            label={words.which}
            value={isSecond ? 'second' : 'first'}
            options={moments.map((moment, index) => ({
              value: index === 0 ? 'first' : 'second',
              text: `${zoneFormat(timeZone).exactTime(moment)} ${zoneFormat(timeZone).offset(moment)}`,
            }))}
            onChange={({ target }) => setSecond(target.value === 'second')}
            className="min-w-60 flex-1 sm:max-w-72"
          />
        )}
        <Button type="submit" className="max-sm:w-full">
          {words.show}
        </Button>
      </form>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {asked.type === 'asking' && <Spinner label={words.loading} />}
      {asked.type === 'failed' && (
        <div className="grid justify-items-start gap-3">
          <RetryNotice text={ownMessage(asked.error, words.loadFailed)} onRetry={() => put(asked.at)} />
        </div>
      )}
      {asked.type === 'answered' && <MomentAnswer answer={asked.answer} />}
    </ReportSection>
  );
}
