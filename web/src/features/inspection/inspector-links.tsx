import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CreatedInspectorLink,
  type InspectorLink,
  InspectorLinkListSchema,
} from '../../../../src/shared/inspections/schemas';
import type { Event } from '../../../../src/shared/schemas/event';
import { AnySchema, callApi } from '../../api/api-client';
import { formatCount, formatMoment } from '../../texts/format';
import { inspectionTexts } from '../../texts/inspection-texts';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { Dialog } from '../../ui/overlays/dialog';
import { Loaded } from '../../ui/loaded';
import { inspectorLinksKey, inspectorLinksPath, madeHead } from './inspector-links-api';
import { NewInspectorLink } from './new-inspector-link';

async function fetchInspectorLinks(eventId: string, signal: AbortSignal): Promise<InspectorLink[]> {
  return (await callApi(inspectorLinksPath(eventId), InspectorLinkListSchema, { signal })).links;
}

async function revokeInspectorLink(eventId: string, linkId: string): Promise<void> {
  await callApi(`${inspectorLinksPath(eventId)}/${encodeURIComponent(linkId)}`, AnySchema, { method: 'DELETE' });
}

/** What is open over the list: the form of a new link, the link that was made, or the question before one is revoked. */
type Opened = { type: 'new' } | { type: 'made'; link: CreatedInspectorLink } | { type: 'revoke'; link: InspectorLink };

/** Lists the event's links for inspectors, creates them and revokes them. */
export function InspectorLinks({ event: { eventId } }: { event: Event }) {
  const client = useQueryClient();
  const queryKey = inspectorLinksKey(eventId);
  const [opened, setOpened] = useState<Opened | null>(null);
  const words = inspectionTexts.inspectorLink;
  const close = () => setOpened(null);
  const reload = () => client.invalidateQueries({ queryKey });
  return (
    <>
      <Links
        eventId={eventId}
        queryKey={queryKey}
        onNew={() => setOpened({ type: 'new' })}
        onRevoke={(link) => setOpened({ type: 'revoke', link })}
      />
      {(opened?.type === 'new' || opened?.type === 'made') && (
        <Dialog onClose={close} {...(opened.type === 'new' ? { title: words.new } : madeHead(opened.link))}>
          <NewInspectorLink
            eventId={eventId}
            made={opened.type === 'new' ? null : opened.link}
            onMade={(link) => setOpened({ type: 'made', link })}
            onLeave={close}
            onDone={close}
          />
        </Dialog>
      )}
      {opened?.type === 'revoke' && (
        <ConfirmDialog
          title={words.revokeTitle}
          subject={opened.link.label}
          description={words.revokeWarning}
          confirmText={words.revokeTitle}
          busyText={words.revoking}
          onClose={close}
          onConfirm={() => revokeInspectorLink(eventId, opened.link.linkId).then(reload)}
        />
      )}
    </>
  );
}

interface LinksProps {
  eventId: string;
  queryKey: readonly string[];
  onNew: () => void;
  onRevoke: (link: InspectorLink) => void;
}

function Links({ eventId, queryKey, onNew, onRevoke }: LinksProps) {
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchInspectorLinks(eventId, signal),
    staleTime: 0,
  });
  const words = inspectionTexts.inspectorLink;
  return (
    <Loaded isPart query={query} failedText={words.loadFailed}>
      {(links) => (
        <div className="grid gap-4">
          {links.length === 0 ? (
            <p className="text-muted">{words.none}</p>
          ) : (
            <ul className="grid">
              {links.map((link) => (
                <LinkRow key={link.linkId} link={link} now={query.dataUpdatedAt} onRevoke={() => onRevoke(link)} />
              ))}
            </ul>
          )}
          <Button onClick={onNew} className="sm:justify-self-start">
            {words.new}
          </Button>
        </div>
      )}
    </Loaded>
  );
}

function stateOf({ expiresAt, revokedAt }: InspectorLink, now: number): string {
  const words = inspectionTexts.inspectorLink;
  if (revokedAt !== null) return words.revoked(formatMoment(revokedAt));
  const until = formatMoment(expiresAt);
  return Date.parse(expiresAt) > now ? words.validUntil(until) : words.expired(until);
}

function openingsOf({ openings, lastOpenedAt }: InspectorLink): string {
  const words = inspectionTexts.inspectorLink;
  if (openings === 0) return words.neverOpened;
  return words.opened(openings, formatCount(openings), formatMoment(lastOpenedAt));
}

interface LinkRowProps {
  link: InspectorLink;
  /** Epoch ms. */
  now: number;
  onRevoke: () => void;
}

function LinkRow({ link, now, onRevoke }: LinkRowProps) {
  const isInForce = link.revokedAt === null && Date.parse(link.expiresAt) > now;
  const words = inspectionTexts.inspectorLink;
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0">
        <p className={isInForce ? 'font-semibold break-words' : 'font-semibold break-words text-muted'}>{link.label}</p>
        <p className="text-sm text-muted tabular-nums">{stateOf(link, now)}</p>
        <p className="text-sm text-muted tabular-nums">{openingsOf(link)}</p>
      </div>
      {isInForce && (
        <Button
          variant="quiet"
          className="shrink-0 px-4 text-sm"
          aria-label={words.revokeOf(link.label)}
          onClick={onRevoke}
        >
          {words.revoke}
        </Button>
      )}
    </li>
  );
}
