import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublicDetail } from '../../../../src/shared/public-numbers/schemas';
import type { Event } from '../../../../src/shared/schemas/event';
import { ownMessage } from '../../api/api-client';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { publicNumbersTexts } from '../../texts/public-numbers-texts';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { SelectField } from '../../ui/forms/select-field';
import { useSubmission } from '../../ui/forms/use-submission';
import { Notice } from '../../ui/notice';
import { Dialog, DialogActions } from '../../ui/overlays/dialog';
import { Spinner } from '../../ui/spinner';
import { fetchPublished, publish, type Published, unpublish } from './public-numbers-api';
import { Snippets } from './snippets';

export interface PublicNumbersDialogProps {
  event: Event;
  onClose: () => void;
}

const describe = (failure: unknown): string => ownMessage(failure, texts.common.saveFailed);

/** Switches on that everybody can read the event's numbers, and shows what the website needs for that. */
export function PublicNumbersDialog({ event: { eventId }, onClose }: PublicNumbersDialogProps) {
  const client = useQueryClient();
  const queryKey = ['public-numbers', eventId];
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchPublished(eventId, signal),
    staleTime: 0,
  });
  const [isEnding, setEnding] = useState(false);
  const words = publicNumbersTexts;
  const act = async (call: () => Promise<Published>) => void client.setQueryData(queryKey, await call());
  const set = (detail: PublicDetail) => act(() => publish(eventId, detail));

  return (
    <Dialog
      onClose={onClose}
      title={isEnding ? words.end : dialogTexts.eventDialogs.public}
      onBack={isEnding ? () => setEnding(false) : undefined}
      description={isEnding ? words.endWarning : words.lead}
    >
      {isEnding && <EndQuestion onConfirm={() => act(() => unpublish(eventId))} onLeave={() => setEnding(false)} />}
      {!isEnding && isPending && <Spinner />}
      {!isEnding && data === undefined && error && (
        <EmptyState tone="bad" text={ownMessage(error, words.loadFailed)}>
          <Button variant="quiet" onClick={() => void refetch()}>
            {texts.common.tryAgain}
          </Button>
        </EmptyState>
      )}
      {!isEnding && data === null && <Off onPublish={set} />}
      {/* Another detail is another form. */}
      {!isEnding && data && <On key={data.detail} {...data} onChange={set} onEnd={() => setEnding(true)} />}
    </Dialog>
  );
}

interface DetailFieldProps {
  detail: PublicDetail;
  onChange: (detail: PublicDetail) => void;
  disabled?: boolean;
}

function DetailField({ detail, onChange, disabled = false }: DetailFieldProps) {
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
        disabled={disabled}
        onChange={({ target }) => onChange(target.value === 'numbers' ? 'numbers' : 'level')}
      />
      <p className="text-sm text-muted">{detail === 'level' ? words.levelHint : words.numbersHint}</p>
    </div>
  );
}

function Off({ onPublish }: { onPublish: (detail: PublicDetail) => Promise<void> }) {
  const [detail, setDetail] = useState<PublicDetail>('level');
  const { busy, error, submit } = useSubmission(describe);
  const words = publicNumbersTexts;
  return (
    <div className="grid gap-4">
      {error && <Notice tone="bad">{error}</Notice>}
      <DetailField detail={detail} onChange={setDetail} disabled={busy} />
      <Button busy={busy} onClick={() => void submit(() => onPublish(detail))}>
        {busy ? words.publishing : words.publish}
      </Button>
    </div>
  );
}

interface OnProps extends NonNullable<Published> {
  onChange: (detail: PublicDetail) => Promise<void>;
  onEnd: () => void;
}

function On({ token, detail, onChange, onEnd }: OnProps) {
  const { busy, error, submit } = useSubmission(describe);
  return (
    <div className="grid gap-4">
      {error && <Notice tone="bad">{error}</Notice>}
      <DetailField detail={detail} onChange={(chosen) => void submit(() => onChange(chosen))} disabled={busy} />
      <Snippets token={token} />
      <Button variant="plain" onClick={onEnd}>
        {publicNumbersTexts.end}
      </Button>
    </div>
  );
}

function EndQuestion({ onConfirm, onLeave }: { onConfirm: () => Promise<void>; onLeave: () => void }) {
  const { busy, error, submit } = useSubmission(describe);
  const words = publicNumbersTexts;
  return (
    <>
      {error && <Notice tone="bad">{error}</Notice>}
      <DialogActions>
        <Button variant="quiet" onClick={onLeave}>
          {texts.common.cancel}
        </Button>
        <Button variant="danger" busy={busy} onClick={() => void submit(onConfirm, onLeave)}>
          {busy ? words.ending : words.end}
        </Button>
      </DialogActions>
    </>
  );
}
