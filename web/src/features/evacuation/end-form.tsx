import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseCapacity } from '../../../../src/shared/rules/capacity';
import { isCount } from '../../../../src/shared/rules/recount';
import type { Evacuation, EvacuationRecord } from '../../../../src/shared/evacuation/schemas';
import { useRoom } from '../../realtime/hooks';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount } from '../../texts/format';
import { Button } from '../../ui/button';
import { withLetters } from '../../ui/forms/form';
import { NumberField } from '../../ui/forms/number-field';
import { useSubmission } from '../../ui/forms/use-submission';
import { Notice } from '../../ui/notice';
import { DialogActions } from '../../ui/overlays/dialog-actions';
import { InDoubt } from '../counting/areas/in-doubt';
import { remainingIn } from './counting-place';
import type { EvacuationDialogProps } from './evacuation-dialog-props';
import { endEvacuation, evacuationsQuery } from './evacuations-api';

interface EndFormProps extends EvacuationDialogProps {
  running: Evacuation;
  onEnded: (record: EvacuationRecord) => void;
}

/**
 * Asks how many people are inside now, beside what is counted. While somebody is inside, it asks again before it ends. No
 * key in a field ends it.
 */
export function EndForm({ event: { eventId }, running, onEnded, onClose }: EndFormProps) {
  const { areas, sideAreas } = useRoom(eventId).snapshot;
  const client = useQueryClient();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [isMistake, setMistake] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const words = dialogTexts.evacuation;
  const { isDrill, evacuationId } = running;
  const { busy, error, setError, submit } = useSubmission(words.endFailed);
  const remaining = remainingIn(areas ?? [], sideAreas, running);
  const entered = Object.entries(typed).filter(([, text]) => text.trim() !== '');
  const recounts = entered.map(([areaId, text]) => ({ areaId, occupancy: parseCapacity(text) }));
  /** Who is inside by what is entered, and else by the count. */
  const people = remaining.areas.reduce(
    (sum, area) => sum + (recounts.find(({ areaId }) => areaId === area.areaId)?.occupancy ?? area.people),
    0,
  );
  const asks = people > 0 && !isAsked;

  function end(form: HTMLFormElement | null) {
    const letters = form && withLetters(form);
    if (letters) {
      setError(`${letters.labels?.[0]?.textContent}: ${words.wrongCount}`, { current: letters });
      return;
    }
    if (!recounts.every(({ occupancy }) => isCount(occupancy))) {
      setError(words.wrongCount);
      return;
    }
    if (asks) {
      setAsked(true);
      return;
    }
    const reason = isDrill ? words.reasonDrill : words.reason;
    void submit(async () => {
      const record = await endEvacuation(eventId, evacuationId, {
        ...(recounts.length > 0 && { recounts, reason }),
        ...(isMistake && { isMistake }),
      });
      onEnded(record);
      await client.invalidateQueries({ queryKey: evacuationsQuery(eventId).queryKey });
    });
  }

  return (
    <form onSubmit={(form) => form.preventDefault()} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="leading-tight font-bold">
        <p role="status" className="text-lg leading-tight">
          {words.peopleInside(remaining.people, formatCount(remaining.people))}
        </p>
        <InDoubt people={remaining.lowBy} name={texts.venueTotal.label} />
      </div>
      {remaining.areas.map(({ areaId, areaName, people: counted }) => (
        <div key={areaId} className="flex items-end gap-3">
          <NumberField
            label={words.inside(areaName)}
            className="min-w-0 flex-1"
            min={0}
            value={typed[areaId] ?? ''}
            onChange={({ target: { value } }) => {
              setTyped((before) => ({ ...before, [areaId]: value }));
              setError(null);
              setAsked(false);
            }}
          />
          <p className="min-h-13 content-center font-semibold tabular-nums">{words.counted(formatCount(counted))}</p>
        </div>
      ))}
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={isMistake}
          onChange={({ target: { checked } }) => setMistake(checked)}
          className="size-6 shrink-0 accent-ink"
        />
        {words.mistake}
      </label>
      {isAsked && people > 0 && <Notice tone="bad">{words.askedAgain}</Notice>}
      {error !== null && <Notice tone="bad">{error}</Notice>}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {texts.common.cancel}
        </Button>
        <Button
          variant={isAsked && people > 0 ? 'danger' : 'primary'}
          busy={busy}
          // The second press of a double click is no answer to the question that the first one has asked.
          onClick={({ detail, currentTarget }) => detail < 2 && end(currentTarget.form)}
        >
          {busy
            ? words.ending
            : isAsked && people > 0
              ? words.endAnyway(formatCount(people))
              : isDrill
                ? words.endDrill
                : words.endEvacuation}
        </Button>
      </DialogActions>
    </form>
  );
}
