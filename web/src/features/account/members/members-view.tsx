import { useState } from 'react';
import type { User } from '../../../../../src/shared/schemas/user';
import { may } from '../../../session/may';
import { membersTexts } from '../../../texts/members-texts';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Loaded } from '../../../ui/loaded';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { formatLastUsed } from '../format-last-used';
import { momentWithYear } from '../moment-with-year';
import { InviteDialog } from './invite-dialog';
import { type AskedMember, MemberQuestion } from './member-question';
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
type Opened = AskedMember | { type: 'invite' } | { type: 'end'; invitation: OpenMemberInvitation };

function Lists({ user, members, invitations, now }: ListsProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-pretty text-muted">{members.length === 1 ? membersTexts.onlyYou : membersTexts.lead}</p>
      <ul aria-label={membersTexts.list} className="divide-y divide-line">
        {members.map((member) => (
          <MemberRow key={member.personId} member={member} now={now} onAsk={setOpened} />
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
  return <MemberQuestion user={user} asked={opened} onClose={onClose} />;
}

interface MemberRowProps {
  member: Member;
  now: number;
  onAsk: (asked: AskedMember) => void;
}

/** Shows a member, and buttons for what an owner may do with it. Owners leave the account elsewhere. */
function MemberRow({ member, now, onAsk }: MemberRowProps) {
  const { email, role, createdAt, lastSeenAt, isYou } = member;
  const { change, removal } = membersTexts;
  const otherRole = role === 'owner' ? 'manager' : 'owner';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-44">
        <p className="font-semibold wrap-anywhere">{email}</p>
        <p className="flex flex-wrap items-center gap-2">
          <span>{membersTexts.roles[role]}</span>
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
            aria-label={change.of(change[otherRole], email)}
            onClick={() => onAsk({ type: 'role', member, role: otherRole })}
          >
            {change[otherRole]}
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

function InvitationRow({ invitation, onEnd }: { invitation: OpenMemberInvitation; onEnd: () => void }) {
  const { invitations: words, roles } = membersTexts;
  const { role, expiresAt } = invitation;
  const name = nameOf(invitation);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-44">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p>{roles[role]}</p>
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
