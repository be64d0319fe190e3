import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CreatedInspectorLink,
  CreatedInspectorLinkSchema,
  type InspectorLink,
  InspectorLinkListSchema,
  type NewInspectorLink,
} from '../../../../src/shared/inspections/schemas';
import { checkInspectionLabel } from '../../../../src/shared/rules/names';
import type { Event } from '../../../../src/shared/schemas/event';
import { AnySchema, callApi } from '../../api/api-client';
import { formatCount, formatMoment } from '../../texts/format';
import { inspectionTexts } from '../../texts/inspection-texts';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import { Form } from '../../ui/forms/form';
import { textIn, useForm } from '../../ui/forms/use-form';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { Dialog } from '../../ui/overlays/dialog';
import { LinkPanel } from '../../ui/overlays/link-panel';
import { Loaded } from '../../ui/loaded';
import { paths } from '../../urls/paths';
import { usePublicOrigin } from '../../urls/public-origin';
import { eventPath } from '../events/events-api';

const linksPath = (eventId: string): string => `${eventPath(eventId)}/inspections`;

async function fetchInspectorLinks(eventId: string, signal: AbortSignal): Promise<InspectorLink[]> {
  return (await callApi(linksPath(eventId), InspectorLinkListSchema, { signal })).links;
}

/** Creates a link. Its token is in this answer and in no other. */
const createInspectorLink = (eventId: string, body: NewInspectorLink): Promise<CreatedInspectorLink> =>
  callApi(linksPath(eventId), CreatedInspectorLinkSchema, { method: 'POST', body });

async function revokeInspectorLink(eventId: string, linkId: string): Promise<void> {
  await callApi(`${linksPath(eventId)}/${encodeURIComponent(linkId)}`, AnySchema, { method: 'DELETE' });
}

/** What is open over the list: the form of a new link, the link that was made, or the question before one is revoked. */
type Opened = { type: 'new' } | { type: 'made'; link: CreatedInspectorLink } | { type: 'revoke'; link: InspectorLink };

/** Lists the event's links for inspectors, creates them and revokes them. */
export function InspectorLinks({ event: { eventId } }: { event: Event }) {
  const client = useQueryClient();
  const queryKey = ['inspector-links', eventId];
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
        <Dialog
          onClose={close}
          title={opened.type === 'new' ? words.new : words.linkFor(opened.link.label)}
          description={opened.type === 'new' ? undefined : words.shownOnce}
        >
          {opened.type === 'new' ? (
            <NewLink
              eventId={eventId}
              onLeave={close}
              onMade={(link) => {
                setOpened({ type: 'made', link });
                void reload();
              }}
            />
          ) : (
            <MadeLink link={opened.link} onDone={close} />
          )}
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

/** The offered durations, in hours. */
const HOURS = [4, 12, 24, 168] as const;
const DEFAULT_HOURS = '12';

function durationText(hours: number): string {
  const words = inspectionTexts.inspectorLink;
  const days = hours / 24;
  return days < 1 ? words.hours(formatCount(hours)) : words.days(days, formatCount(days));
}

interface NewLinkProps {
  eventId: string;
  onLeave: () => void;
  onMade: (link: CreatedInspectorLink) => void;
}

function NewLink({ eventId, onLeave, onMade }: NewLinkProps) {
  const { typed, edit, ...form } = useForm({ label: '', hours: DEFAULT_HOURS });
  const words = inspectionTexts.inspectorLink;
  const create = async (label: string) =>
    onMade(await createInspectorLink(eventId, { label, hours: Number(typed.hours) }));
  return (
    <Form
      form={form}
      onSubmit={() => form.submitChecked(checkInspectionLabel(typed.label), create)}
      onCancel={onLeave}
      submitText={words.create}
      busyText={words.creating}
    >
      <TextField
        label={words.label}
        placeholder={words.labelPlaceholder}
        autoComplete="off"
        invalid={form.error !== null}
        {...textIn(typed, edit, 'label')}
      />
      <SelectField
        label={words.validFor}
        options={HOURS.map((each) => ({ value: String(each), text: durationText(each) }))}
        {...textIn(typed, edit, 'hours')}
      />
    </Form>
  );
}

function MadeLink({ link, onDone }: { link: CreatedInspectorLink; onDone: () => void }) {
  const address = `${usePublicOrigin()}${paths.inspect.replace(':token', encodeURIComponent(link.token))}`;
  const words = inspectionTexts.inspectorLink;
  return (
    <div className="grid gap-4">
      <p className="text-center text-sm text-muted">{words.validUntil(formatMoment(link.expiresAt))}</p>
      <LinkPanel link={address} title={words.linkFor(link.label)} />
      <Button variant="plain" onClick={onDone}>
        {words.done}
      </Button>
    </div>
  );
}
