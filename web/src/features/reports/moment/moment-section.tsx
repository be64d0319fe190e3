import { type FormEvent, useState } from 'react';
import { ownMessage } from '../../../api/api-client';
import { momentTexts } from '../../../texts/moment-texts';
import { reportTexts } from '../../../texts/report-texts';
import { zoneName } from '../../../texts/zone-format';
import { Button } from '../../../ui/button';
import { MomentField, readMoment, typedMoment } from '../../../ui/forms/moment-field';
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

/** Asks how many people were inside at a moment. */
export function MomentSection({ ask, timeZone, suggested }: MomentSectionProps) {
  const words = reportTexts.moment;
  const [typed, setTyped] = useState(() => typedMoment(suggested, timeZone, 'second'));
  const [problem, setProblem] = useState<'incomplete' | 'skipped' | null>(null);
  const { asked, put } = useOccupancyAt(ask);

  function submit(event: FormEvent) {
    event.preventDefault();
    const moment = readMoment(typed, timeZone);
    const isMoment = typeof moment === 'number';
    setProblem(isMoment ? null : moment);
    if (isMoment) put(moment);
  }

  return (
    <ReportSection title={words.title} lead={`${momentTexts.clock(zoneName(timeZone))} ${words.lead}`}>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
        <MomentField
          label={words.at}
          timeZone={timeZone}
          typed={typed}
          precision="second"
          invalid={problem !== null}
          onEdit={(edited) => {
            setTyped(edited);
            setProblem(null);
          }}
          className="min-w-60 flex-1 sm:max-w-72"
        />
        <Button type="submit" className="max-sm:w-full">
          {words.show}
        </Button>
      </form>
      {problem !== null && <Notice tone="bad">{momentTexts[problem]}</Notice>}
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
