import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { ASSEMBLY_POINTS_MAX } from '../../../../src/shared/evacuation/limits';
import { NAME_MAX_LENGTH } from '../../../../src/shared/schemas/limits';
import { ownMessage } from '../../api/api-client';
import { useRealtime } from '../../realtime/hooks';
import { useMay } from '../../session/may';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { Button } from '../../ui/button';
import { controlClass, Field } from '../../ui/forms/field';
import { useSubmission } from '../../ui/forms/use-submission';
import { Notice } from '../../ui/notice';
import { DialogActions } from '../../ui/overlays/dialog-actions';
import { showToast } from '../../ui/overlays/toasts';
import type { EvacuationDialogProps } from './evacuation-dialog-props';
import { appearanceOf } from './evacuation-appearance';
import { evacuationsQuery, setAssemblyPoints, startEvacuation } from './evacuations-api';

/** The names of assembly points, one a line. */
const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().slice(0, NAME_MAX_LENGTH))
    .filter((line) => line !== '');

/**
 * Two large buttons, one of which starts: nothing is chosen beforehand. Nothing is waited for before the start, neither the
 * list of assembly points nor their change.
 */
export function StartForm({ event: { eventId }, onClose }: EvacuationDialogProps) {
  const realtime = useRealtime();
  const client = useQueryClient();
  const { data } = useQuery(evacuationsQuery(eventId));
  const [typed, setTyped] = useState<string | null>(null);
  const [starting, setStarting] = useState<boolean | null>(null);
  const words = dialogTexts.evacuation;
  const start = useSubmission(words.startFailed);
  const save = useSubmission(words.pointsFailed, { stays: true });
  const maySetPoints = useMay('manage');
  const known = data?.points ?? [];
  const text = typed ?? known.join('\n');
  const names = namesIn(text);
  const isChanged = typed !== null && names.join('\n') !== known.join('\n');

  function begin(isDrill: boolean) {
    const clientId = realtime.clientIdOf(eventId);
    const added = names.filter((name) => !known.includes(name));
    setStarting(isDrill);
    void start.submit(async () => {
      await startEvacuation(eventId, { isDrill, ...(clientId !== null && { clientId }) });
      if (!isChanged || added.length === 0) return;
      // While it runs, points can only be added.
      await setAssemblyPoints(eventId, [...known, ...added]).catch((failure: unknown) =>
        showToast(words.startedWithoutPoints, ownMessage(failure, words.pointsFailed), 'alert'),
      );
    }, onClose);
  }

  function savePoints() {
    if (names.length > ASSEMBLY_POINTS_MAX) {
      save.setError(words.pointsTooMany(ASSEMBLY_POINTS_MAX));
      return;
    }
    void save.submit(async () => {
      client.setQueryData(evacuationsQuery(eventId).queryKey, await setAssemblyPoints(eventId, names));
      setTyped(null);
      showToast(words.pointsSaved);
    });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div role="group" aria-label={words.what} className="grid gap-3">
        {[false, true].map((isDrill) => (
          <StartButton
            key={String(isDrill)}
            isDrill={isDrill}
            busy={start.busy}
            isStarting={start.busy && starting === isDrill}
            onStart={() => begin(isDrill)}
          />
        ))}
      </div>
      {start.error !== null && <Notice tone="bad">{start.error}</Notice>}
      {/* It has its place before the list is there: no button may move under a finger. */}
      {maySetPoints && (
        <Field label={words.points}>
          {(id) => (
            <textarea
              id={id}
              rows={3}
              disabled={data === undefined}
              placeholder={words.pointsPlaceholder}
              value={text}
              onChange={({ target: { value } }) => {
                setTyped(value);
                save.setError(null);
              }}
              className={clsx(controlClass(save.error !== null), 'px-4 py-3')}
            />
          )}
        </Field>
      )}
      {save.error !== null && <Notice tone="bad">{save.error}</Notice>}
      <DialogActions>
        <Button variant="quiet" onClick={onClose} data-first-focus>
          {texts.common.cancel}
        </Button>
        {isChanged && (
          <Button variant="quiet" busy={save.busy} onClick={savePoints}>
            {save.busy ? words.savingPoints : words.savePoints}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

interface StartButtonProps {
  isDrill: boolean;
  busy: boolean;
  isStarting: boolean;
  onStart: () => void;
}

function StartButton({ isDrill, busy, isStarting, onStart }: StartButtonProps) {
  const words = dialogTexts.evacuation;
  const { Icon, band } = appearanceOf(isDrill);
  return (
    <button
      type="button"
      aria-disabled={busy}
      onClick={() => !busy && onStart()}
      className={clsx(
        'touch-pad flex min-h-20 items-center gap-4 rounded-field px-4 py-3 text-start aria-disabled:opacity-60 forced-colors:border-2',
        band,
      )}
    >
      <Icon size={36} className="shrink-0" />
      <span className="min-w-0">
        <span className="block text-xl leading-tight font-bold">
          {isStarting ? words.starting : isDrill ? words.startDrill : words.start}
        </span>
        <span className="block text-sm">{isDrill ? words.drillHint : words.realHint}</span>
      </span>
    </button>
  );
}
