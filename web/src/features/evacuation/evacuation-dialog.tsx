import { queryOptions, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type FormEvent, useState } from 'react';
import { ASSEMBLY_POINTS_MAX, NAME_MAX_LENGTH } from '../../../../src/shared/limits';
import { parseCapacity } from '../../../../src/shared/rules/capacity';
import { isCount } from '../../../../src/shared/rules/recount';
import type { Area } from '../../../../src/shared/schemas/area';
import {
  type Evacuation,
  type EvacuationEnd,
  type EvacuationList,
  EvacuationListSchema,
  type EvacuationRecord,
  EvacuationRecordSchema,
  type NewEvacuation,
} from '../../../../src/shared/evacuation/schemas';
import type { Event } from '../../../../src/shared/schemas/event';
import { callApi, ownMessage } from '../../api/api-client';
import { eventPath } from '../events/events-api';
import { useRealtime, useRoom } from '../../realtime/hooks';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount, formatRecent } from '../../texts/format';
import { Button } from '../../ui/button';
import { controlClass, Field } from '../../ui/forms/field';
import { TextField } from '../../ui/forms/text-field';
import { useSubmission } from '../../ui/forms/use-submission';
import { Notice } from '../../ui/notice';
import { Dialog, DialogActions, FormActions } from '../../ui/overlays/dialog';
import { Spinner } from '../../ui/spinner';
import { lookOf } from './evacuation-look';

const evacuationsPath = (eventId: string): string => `${eventPath(eventId)}/evacuations`;

/** The assembly points, and the evacuations and drills with their timelines. */
const evacuationsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['evacuations', eventId],
    queryFn: ({ signal }) => callApi(evacuationsPath(eventId), EvacuationListSchema, { signal }),
    staleTime: 0,
  });

const startEvacuation = (eventId: string, evacuation: NewEvacuation): Promise<EvacuationRecord> =>
  callApi(evacuationsPath(eventId), EvacuationRecordSchema, { method: 'POST', body: evacuation });

const endEvacuation = (eventId: string, evacuationId: string, end: EvacuationEnd): Promise<EvacuationRecord> =>
  callApi(`${evacuationsPath(eventId)}/${encodeURIComponent(evacuationId)}/end`, EvacuationRecordSchema, {
    method: 'POST',
    body: end,
  });

const setAssemblyPoints = (eventId: string, names: readonly string[]): Promise<EvacuationList> =>
  callApi(`${eventPath(eventId)}/assembly-points`, EvacuationListSchema, { method: 'PUT', body: { names } });

export interface EvacuationDialogProps {
  event: Event;
  onClose: () => void;
}

/** Starts an evacuation or a drill, or ends the one that runs. */
export function EvacuationDialog({ event, onClose }: EvacuationDialogProps) {
  const { evacuation, areas } = useRoom(event.eventId).snapshot;
  const [ended, setEnded] = useState<EvacuationRecord | null>(null);
  // What ran when the dialog was opened: news from another device must not swap the form under somebody's hands.
  const [running] = useState(evacuation);
  const words = dialogTexts.evacuation;
  if (ended) {
    return (
      <Dialog onClose={onClose} title={ended.isDrill ? words.doneDrill : words.done} description={words.reported}>
        <div className="grid gap-5">
          <EvacuationSummary record={ended} />
          <Button onClick={onClose} data-first-focus>
            {words.close}
          </Button>
        </div>
      </Dialog>
    );
  }
  if (running) {
    const title = running.isDrill ? words.endDrill : words.endEvacuation;
    return (
      <Dialog onClose={onClose} title={title} description={running.isDrill ? words.endDrillLead : words.endLead}>
        <EndForm event={event} running={running} areas={areas ?? []} onEnded={setEnded} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={dialogTexts.eventDialogs.evacuation} description={words.lead}>
      <StartForm event={event} onClose={onClose} />
    </Dialog>
  );
}

/** The names of assembly points, one a line. */
const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().slice(0, NAME_MAX_LENGTH))
    .filter((line) => line !== '');

function StartForm({ event, onClose }: EvacuationDialogProps) {
  const { eventId } = event;
  const realtime = useRealtime();
  const { data, isPending } = useQuery(evacuationsQuery(eventId));
  const [isDrill, setDrill] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const words = dialogTexts.evacuation;
  const { busy, error, setError, submit } = useSubmission((failure) => ownMessage(failure, words.startFailed));
  if (isPending) return <Spinner />;
  const known = data?.points ?? [];
  const text = typed ?? known.join('\n');

  function start(form: FormEvent) {
    form.preventDefault();
    const names = namesIn(text);
    if (names.length > ASSEMBLY_POINTS_MAX) {
      setError(words.pointsTooMany(ASSEMBLY_POINTS_MAX));
      return;
    }
    const clientId = realtime.clientIdOf(eventId);
    void submit(async () => {
      if (names.join('\n') !== known.join('\n')) await setAssemblyPoints(eventId, names);
      await startEvacuation(eventId, { isDrill, ...(clientId !== null && { clientId }) });
    }, onClose);
  }

  return (
    <form onSubmit={start} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-semibold">{words.what}</legend>
        <KindOption isDrill={false} checked={!isDrill} onChoose={() => setDrill(false)} />
        <KindOption isDrill checked={isDrill} onChoose={() => setDrill(true)} />
      </fieldset>
      <Field label={words.points}>
        {(id) => (
          <textarea
            id={id}
            rows={3}
            placeholder={words.pointsPlaceholder}
            value={text}
            onChange={({ target: { value } }) => setTyped(value)}
            className={clsx(controlClass(false), 'px-4 py-3')}
          />
        )}
      </Field>
      {error !== null && <Notice tone="bad">{error}</Notice>}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {texts.common.cancel}
        </Button>
        <Button type="submit" variant={isDrill ? 'primary' : 'danger'} busy={busy}>
          {busy ? words.starting : isDrill ? words.startDrill : words.start}
        </Button>
      </DialogActions>
    </form>
  );
}

interface KindOptionProps {
  isDrill: boolean;
  checked: boolean;
  onChoose: () => void;
}

function KindOption({ isDrill, checked, onChoose }: KindOptionProps) {
  const words = dialogTexts.evacuation;
  const { Icon, calm } = lookOf(isDrill);
  return (
    <label
      className={clsx(
        'flex cursor-pointer items-center gap-3 rounded-field px-4 py-3 has-checked:outline-3 has-checked:outline-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        calm,
      )}
    >
      <input type="radio" name="kind" checked={checked} onChange={onChoose} className="sr-only" />
      <Icon aria-hidden size={28} className="shrink-0" />
      <span className="min-w-0">
        <span className="block text-lg font-bold">{isDrill ? words.drill : words.evacuation}</span>
        <span className="block text-sm text-ink">{isDrill ? words.drillHint : words.realHint}</span>
      </span>
    </label>
  );
}

interface EndFormProps extends EvacuationDialogProps {
  running: Evacuation;
  areas: readonly Area[];
  onEnded: (record: EvacuationRecord) => void;
}

function EndForm({ event, running, areas, onEnded, onClose }: EndFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const words = dialogTexts.evacuation;
  const { isDrill, evacuationId } = running;
  const { busy, error, setError, submit } = useSubmission((failure) => ownMessage(failure, words.endFailed));
  const entered = Object.entries(typed).filter(([, text]) => text.trim() !== '');

  function end(form: FormEvent) {
    form.preventDefault();
    const recounts = entered.map(([areaId, text]) => ({ areaId, occupancy: parseCapacity(text) }));
    if (!recounts.every(({ occupancy }) => isCount(occupancy))) {
      setError(words.wrongCount);
      return;
    }
    const reason = isDrill ? words.reasonDrill : words.reason;
    void submit(async () => {
      onEnded(await endEvacuation(event.eventId, evacuationId, recounts.length === 0 ? {} : { recounts, reason }));
    });
  }

  return (
    <form onSubmit={end} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {areas.map(({ areaId, areaName }) => (
        <TextField
          key={areaId}
          label={words.inside(areaName)}
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          autoComplete="off"
          value={typed[areaId] ?? ''}
          onChange={({ target: { value } }) => {
            setTyped((before) => ({ ...before, [areaId]: value }));
            setError(null);
          }}
        />
      ))}
      {error !== null && <Notice tone="bad">{error}</Notice>}
      <FormActions
        onCancel={onClose}
        busy={busy}
        submitText={busy ? words.ending : isDrill ? words.endDrill : words.endEvacuation}
      />
    </form>
  );
}

/**
 * Formats a duration: '0:42', '12:05' or '1:02:05'.
 * @param from ISO 8601, like `to`; null for now
 */
function formatLasted(from: string, to: string | null): string {
  const seconds = Math.max(0, Math.round(((to === null ? Date.now() : Date.parse(to)) - Date.parse(from)) / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}

const timeOf = (iso: string | null, whenNone: string): string =>
  iso === null ? whenNone : formatRecent(Date.parse(iso));

/** What happened in an evacuation or drill, in a few lines. */
function EvacuationSummary({ record: { startedAt, endedAt, timeline } }: { record: EvacuationRecord }) {
  const words = dialogTexts.evacuation;
  const lines: [name: string, value: string][] = [
    [words.lasted, formatLasted(startedAt, endedAt)],
    [words.lastExit, timeOf(timeline.lastExitAt, words.none)],
    ...timeline.areas.map(({ areaName, emptyAt, remaining }): [string, string] => [
      areaName,
      emptyAt === null
        ? `${words.never}: ${formatCount(remaining)}`
        : `${words.emptyAt} ${formatRecent(Date.parse(emptyAt))}`,
    ]),
    ...timeline.assembled.map(({ name, people }): [string, string] => [words.point(name), formatCount(people)]),
  ];
  return (
    <dl className="grid gap-1">
      {lines.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-3">
          <dt className="min-w-0 truncate text-muted">{name}</dt>
          <dd className="shrink-0 font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
