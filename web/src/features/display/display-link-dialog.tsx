import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { dialogTexts } from '../../texts/dialog-texts';
import { useRoom } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { Disclosure } from '../../ui/overlays/disclosure';
import { ConfirmActions } from '../../ui/overlays/confirm-dialog';
import { Dialog } from '../../ui/overlays/dialog';
import { Notice } from '../../ui/notice';
import { useSubmission } from '../../ui/forms/use-submission';
import { Loaded } from '../../ui/loaded';
import { fetchDisplayToken, makeDisplayToken, revokeDisplayToken } from './display-link-api';
import { EmergencyForm } from './emergency-form';
import { LinkView } from './link-view';

export interface DisplayLinkDialogProps {
  event: Event;
  onClose: () => void;
  /** Called when what displays say in an evacuation was changed. */
  onSaved: (event: Event) => void;
}

type View = 'link' | 'replace' | 'revoke';

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
export function DisplayLinkDialog({ event, onClose, onSaved }: DisplayLinkDialogProps) {
  const { eventId, eventName } = event;
  const client = useQueryClient();
  const queryKey = ['display-link', eventId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchDisplayToken(eventId, signal),
    staleTime: 0,
  });
  const { areas } = useRoom(eventId).snapshot;
  const [view, setView] = useState<View>('link');
  const asked = view === 'link' ? null : ASK[view];
  const act = async (call: (eventId: string) => Promise<string | null>) =>
    void client.setQueryData(queryKey, await call(eventId));

  return (
    <Dialog
      onClose={onClose}
      title={asked ? asked.title() : dialogTexts.eventDialogs.display}
      onBack={asked ? () => setView('link') : undefined}
      description={asked ? asked.warning() : dialogTexts.displayLink.lead}
    >
      {asked ? (
        <ConfirmActions
          confirmText={asked.title()}
          busyText={asked.busy()}
          onConfirm={() => act(asked.call)}
          onClose={() => setView('link')}
        />
      ) : (
        <>
          <Loaded query={query} failedText={dialogTexts.displayLink.loadFailed}>
            {(token) =>
              token === null ? (
                <Create onCreate={() => act(makeDisplayToken)} />
              ) : (
                <LinkView
                  token={token}
                  eventName={eventName}
                  areas={areas ?? []}
                  onReplace={() => setView('replace')}
                  onRevoke={() => setView('revoke')}
                />
              )
            }
          </Loaded>
          <div className="mt-3 border-t border-line pt-2">
            <Disclosure summary={dialogTexts.emergency.summary}>
              {() => <EmergencyForm event={event} onSaved={onSaved} onClose={onClose} />}
            </Disclosure>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Create({ onCreate }: { onCreate: () => Promise<void> }) {
  const { busy, error, submit } = useSubmission();
  return (
    <div className="grid gap-4">
      {error && <Notice tone="bad">{error}</Notice>}
      <Button busy={busy} onClick={() => void submit(onCreate)}>
        {busy ? dialogTexts.displayLink.creating : dialogTexts.displayLink.create}
      </Button>
    </div>
  );
}
