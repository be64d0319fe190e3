import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { dialogTexts } from '../../texts/dialog-texts';
import { useRoom } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { Notice } from '../../ui/notice';
import { useSubmission } from '../../ui/forms/use-submission';
import { Loaded } from '../../ui/loaded';
import { fetchDisplayToken, makeDisplayToken, revokeDisplayToken } from './display-link-api';
import { LinkView } from './link-view';

/** The texts and the call of each question. */
const ASK = {
  replace: {
    title: () => dialogTexts.displayLink.replace,
    warning: () => dialogTexts.displayLink.replaceWarning,
    busy: () => dialogTexts.displayLink.replacing,
    call: makeDisplayToken,
  },
  revoke: {
    title: () => dialogTexts.displayLink.revoke,
    warning: () => dialogTexts.displayLink.revokeWarning,
    busy: () => dialogTexts.displayLink.revoking,
    call: revokeDisplayToken,
  },
};

/** Shows the link to the event's public display, and creates, replaces or revokes it. */
export function DisplayLink({ event: { eventId, eventName } }: { event: Event }) {
  const client = useQueryClient();
  const queryKey = ['display-link', eventId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchDisplayToken(eventId, signal),
    staleTime: 0,
  });
  const { areas } = useRoom(eventId).snapshot;
  const [question, setQuestion] = useState<keyof typeof ASK | null>(null);
  const asked = question === null ? null : ASK[question];
  const act = async (call: (eventId: string) => Promise<string | null>) =>
    void client.setQueryData(queryKey, await call(eventId));

  return (
    <>
      <Loaded isPart query={query} failedText={dialogTexts.displayLink.loadFailed}>
        {(token) =>
          token === null ? (
            <Create onCreate={() => act(makeDisplayToken)} />
          ) : (
            <LinkView
              token={token}
              eventName={eventName}
              areas={areas ?? []}
              onReplace={() => setQuestion('replace')}
              onRevoke={() => setQuestion('revoke')}
            />
          )
        }
      </Loaded>
      {asked && (
        <ConfirmDialog
          title={asked.title()}
          subject={eventName}
          description={asked.warning()}
          confirmText={asked.title()}
          busyText={asked.busy()}
          onConfirm={() => act(asked.call)}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  );
}

function Create({ onCreate }: { onCreate: () => Promise<void> }) {
  const { busy, error, submit } = useSubmission();
  return (
    <div className="grid gap-4">
      {error && <Notice tone="bad">{error}</Notice>}
      <Button busy={busy} onClick={() => void submit(onCreate)} className="sm:justify-self-start">
        {busy ? dialogTexts.displayLink.creating : dialogTexts.displayLink.create}
      </Button>
    </div>
  );
}
