import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Event } from '../../../../../src/shared/schemas/event';
import type { User } from '../../../../../src/shared/schemas/user';
import { may } from '../../../session/may';
import { membersTexts } from '../../../texts/members-texts';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Loaded } from '../../../ui/loaded';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { formatLastUsed } from '../format-last-used';
import { momentWithYear } from '../moment-with-year';
import { EVENTS_QUERY } from '../../events/use-events';
import { InviteDialog } from './invite-dialog';
import { RemovalQuestion } from './removal-question';
import { RoleDialog } from './role-dialog';
import { endInvitation, type Member, type OpenMemberInvitation, useMembers, useMembersChange } from './members-api';

/** Shows owners the members of the account and its open invitations, and everybody else who decides about them. */
export function MembersView({ user }: { user: User }) {
  const query = useMembers(user);
  if (!may(user, 'members')) return <p className="text-pretty">{membersTexts.ownersDecide}</p>;
  return (
    <Loaded isPart query={query} failedText={membersTexts.loadFailed}>
      {({ members, invitations }) => (
        <Lists user={user} members={members} invitations={invitations} now={query.dataUpdatedAt} />
      )}
    </Loaded>
  );
}

interface ListsProps {
  user: User;
  members: readonly Member[];
  invitations: readonly OpenMemberInvitation[];
  now: number;
}

/** The question or form over the lists. */
type Opened =
  | { type: 'role' | 'remove'; member: Member }
  | { type: 'invite' }
  | { type: 'end'; invitation: OpenMemberInvitation };

function Lists({ user, members, invitations, now }: ListsProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const events = useQuery(EVENTS_QUERY).data;
  const close = () => setOpened(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-pretty text-muted">{members.length === 1 ? membersTexts.onlyYou : membersTexts.lead}</p>
      <ul aria-label={membersTexts.list} className="divide-y divide-line">
        {members.map((member) => (
          <MemberRow key={member.personId} member={member} events={events} now={now} onAsk={setOpened} />
        ))}
      </ul>
      <Button onClick={() => setOpened({ type: 'invite' })} className="sm:justify-self-start">
        {membersTexts.invite.open}
      </Button>
      {invitations.length > 0 && (
        <div className="mt-2">
          <h3 className="font-semibold">{membersTexts.invitations.title}</h3>
          <ul className="divide-y divide-line">
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation.invitationId}
                invitation={invitation}
                events={events}
                onEnd={() => setOpened({ type: 'end', invitation })}
              />
            ))}
          </ul>
        </div>
      )}
      <Dialogs user={user} opened={opened} onClose={close} />
    </div>
  );
}

function Dialogs({ user, opened, onClose }: { user: User; opened: Opened | null; onClose: () => void }) {
  if (opened === null) return null;
  if (opened.type === 'invite') return <InviteDialog username={user.username} onClose={onClose} />;
  if (opened.type === 'end') return <EndQuestion invitation={opened.invitation} onClose={onClose} />;
  const Asked = opened.type === 'role' ? RoleDialog : RemovalQuestion;
  return <Asked user={user} member={opened.member} onClose={onClose} />;
}

/** The events of the account; undefined until they have loaded. */
type Events = readonly Event[] | undefined;

/** How many events are named. Of more, the number says enough in a row. */
const NAMED_MAX = 2;

/** Returns a role and, if it holds for chosen events, which or how many these are. */
function grantText({ role, eventIds }: Pick<Member, 'role' | 'eventIds'>, events: Events): string {
  const name = membersTexts.roles[role];
  if (eventIds === null) return name;
  const chosen = events?.filter(({ eventId }) => eventIds.includes(eventId));
  const count = chosen?.length ?? eventIds.length;
  const isNamed = chosen && count > 0 && count <= NAMED_MAX;
  const which = isNamed ? chosen.map(({ eventName }) => eventName).join(', ') : membersTexts.grant.count(count);
  return `${name} · ${which}`;
}

interface MemberRowProps {
  member: Member;
  events: Events;
  now: number;
  onAsk: (asked: Opened) => void;
}

/** Shows a member, and buttons for what an owner may do with it. Owners leave the account elsewhere. */
function MemberRow({ member, events, now, onAsk }: MemberRowProps) {
  const { email, createdAt, lastSeenAt, isYou } = member;
  const { change, removal } = membersTexts;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-44">
        <p className="font-semibold wrap-anywhere">{email}</p>
        <p className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere">{grantText(member, events)}</span>
          {isYou && <Badge tone="good">{membersTexts.you}</Badge>}
        </p>
        <p className="text-sm text-muted">{membersTexts.since(momentWithYear(createdAt))}</p>
        {!isYou && lastSeenAt !== null && (
          <p className="text-sm text-muted">{membersTexts.lastSeen(formatLastUsed(lastSeenAt, now))}</p>
        )}
      </div>
      {!isYou && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="quiet"
            className="text-sm"
            aria-label={change.openOf(email)}
            onClick={() => onAsk({ type: 'role', member })}
          >
            {change.open}
          </Button>
          <Button
            variant="quiet"
            className="text-sm"
            aria-label={removal.removeOf(email)}
            onClick={() => onAsk({ type: 'remove', member })}
          >
            {removal.remove}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Returns for whom an invitation is. */
const nameOf = ({ email }: OpenMemberInvitation): string => email ?? membersTexts.invitations.anybody;

interface InvitationRowProps {
  invitation: OpenMemberInvitation;
  events: Events;
  onEnd: () => void;
}

function InvitationRow({ invitation, events, onEnd }: InvitationRowProps) {
  const { invitations: words } = membersTexts;
  const { expiresAt } = invitation;
  const name = nameOf(invitation);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-44">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="wrap-anywhere">{grantText(invitation, events)}</p>
        <p className="text-sm text-muted">{words.until(momentWithYear(expiresAt))}</p>
      </div>
      <Button variant="quiet" className="text-sm" aria-label={words.endOf(name)} onClick={onEnd}>
        {words.end}
      </Button>
    </li>
  );
}

/** Asks before an invitation ends. */
function EndQuestion({ invitation, onClose }: { invitation: OpenMemberInvitation; onClose: () => void }) {
  const changed = useMembersChange();
  const { invitations: words, failed } = membersTexts;
  return (
    <ConfirmDialog
      title={words.question}
      subject={nameOf(invitation)}
      description={words.consequence}
      confirmText={words.end}
      busyText={words.ending}
      onConfirm={() => changed(() => endInvitation(invitation))}
      failed={failed}
      onClose={onClose}
    />
  );
}
