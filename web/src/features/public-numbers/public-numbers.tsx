import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PublicDetail } from '../../../../src/shared/public-numbers/schemas';
import type { Event } from '../../../../src/shared/schemas/event';
import { isRefusal, ownMessage } from '../../api/api-client';
import { useRoom } from '../../realtime/hooks';
import { texts } from '../../texts/app-texts';
import { publicNumbersTexts } from '../../texts/public-numbers-texts';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/forms/select-field';
import { useSubmission } from '../../ui/forms/use-submission';
import { Notice } from '../../ui/notice';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { showToast } from '../../ui/overlays/toasts';
import { useMounted } from '../../ui/overlays/use-mounted';
import { Loaded } from '../../ui/loaded';
import { fetchPublished, publish, type Published, unpublish } from './public-numbers-api';
import { Snippets } from './snippets';

/** Switches on that everybody can read the event's numbers, and shows what the website needs for that. */
export function PublicNumbers({ event: { eventId, eventName } }: { event: Event }) {
  const client = useQueryClient();
  const queryKey = ['public-numbers', eventId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchPublished(eventId, signal),
    staleTime: 0,
  });
  const { areas } = useRoom(eventId).snapshot;
  const [isEnding, setEnding] = useState(false);
  const [isNew, setNew] = useState(false);
  const words = publicNumbersTexts;
  const act = async (call: () => Promise<Published>) => void client.setQueryData(queryKey, await call());
  const set = (detail: PublicDetail) => act(() => publish(eventId, detail));
  const setFirst = async (detail: PublicDetail) => {
    await set(detail);
    setNew(true);
  };
  const askToEnd = () => {
    setNew(false);
    setEnding(true);
  };

  return (
    <>
      <Loaded isPart query={query} failedText={words.loadFailed}>
        {(link) =>
          link === null ? (
            <Off onPublish={setFirst} />
          ) : (
            <On {...link} areas={areas?.length ?? 0} isNew={isNew} onChange={set} onEnd={askToEnd} />
          )
        }
      </Loaded>
      {isEnding && (
        <ConfirmDialog
          title={words.end}
          subject={eventName}
          description={words.endWarning}
          confirmText={words.end}
          busyText={words.ending}
          onConfirm={() => act(() => unpublish(eventId))}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
}

interface DetailFieldProps {
  detail: PublicDetail;
  onChange: (detail: PublicDetail) => void;
}

function DetailField({ detail, onChange }: DetailFieldProps) {
  const words = publicNumbersTexts;
  return (
    <div className="grid gap-1.5">
      <SelectField
        label={words.shows}
        options={[
          { value: 'level', text: words.level },
          { value: 'numbers', text: words.numbers },
        ]}
        value={detail}
        onChange={({ target }) => onChange(target.value === 'numbers' ? 'numbers' : 'level')}
      />
      <p className="text-sm text-muted">
        {detail === 'level' ? words.levelHint : words.numbersHint} {words.evacuation}
      </p>
    </div>
  );
}

function Off({ onPublish }: { onPublish: (detail: PublicDetail) => Promise<void> }) {
  const [detail, setDetail] = useState<PublicDetail>('level');
  const { busy, error, submit } = useSubmission();
  const words = publicNumbersTexts;
  return (
    <div className="grid gap-4">
      {error && <Notice tone="bad">{error}</Notice>}
      <DetailField detail={detail} onChange={setDetail} />
      <Button busy={busy} onClick={() => void submit(() => onPublish(detail))} className="sm:justify-self-start">
        {busy ? words.publishing : words.publish}
      </Button>
    </div>
  );
}

/**
 * Saves each choice at once, one after the other. `shown` is the last choice until it is saved, and what is saved after a
 * failure.
 */
function useChoice(saved: PublicDetail, save: (detail: PublicDetail) => Promise<void>) {
  const [chosen, setChosen] = useState<PublicDetail | null>(null);
  const [error, setError] = useState<string | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const isMounted = useMounted();

  async function choose(detail: PublicDetail) {
    setChosen(detail);
    setError(null);
    const saving = last.current.then(() => save(detail));
    const done = saving.catch(() => {});
    last.current = done;
    let failure: string | null = null;
    try {
      await saving;
    } catch (reason) {
      failure = ownMessage(reason, texts.common.saveFailed);
      if (!isMounted() && !isRefusal(reason, 'unauthenticated')) showToast(failure);
    }
    if (last.current !== done) return;
    setError(failure);
    setChosen(null);
  }
  return { shown: chosen ?? saved, error, choose };
}

interface OnProps extends NonNullable<Published> {
  areas: number;
  isNew: boolean;
  onChange: (detail: PublicDetail) => Promise<void>;
  onEnd: () => void;
}

function On({ token, detail, areas, isNew, onChange, onEnd }: OnProps) {
  const { shown, error, choose } = useChoice(detail, onChange);
  return (
    <div className="grid gap-4">
      {error && <Notice tone="bad">{error}</Notice>}
      <DetailField detail={shown} onChange={(chosen) => void choose(chosen)} />
      <Snippets token={token} detail={shown} areas={areas} isNew={isNew} />
      <Button variant="plain" onClick={onEnd}>
        {publicNumbersTexts.end}
      </Button>
    </div>
  );
}
