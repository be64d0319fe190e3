import type { NewGrant } from '../../../../../src/shared/members/schemas';
import { can, type MemberRole } from '../../../../../src/shared/rules/roles';
import type { User } from '../../../../../src/shared/schemas/user';
import { membersTexts } from '../../../texts/members-texts';
import { Form } from '../../../ui/forms/form';
import { useSubmission } from '../../../ui/forms/use-submission';
import { Dialog } from '../../../ui/overlays/dialog';
import { DemandedPasswordField, useDemandedPassword } from '../demanded-password';
import { GrantFields, useGrant } from './grant-fields';
import { changeRole, type Member, useMembersChange } from './members-api';

export interface RoleDialogProps {
  /** The owner who changes the role. */
  user: User;
  member: Member;
  onClose: () => void;
}

/** Changes a member's role, and the events for which it holds. */
export function RoleDialog({ user, member, onClose }: RoleDialogProps) {
  const changed = useMembersChange();
  const demanded = useDemandedPassword(membersTexts.failed);
  const form = useSubmission(demanded.failed);
  const { fields, checked } = useGrant({ role: member.role, eventIds: member.eventIds ?? [] });
  const { change } = membersTexts;
  const isLowered = member.role === 'owner' && fields.grant.role !== 'owner';
  const mayManage = (role: MemberRole) => can({ role, eventIds: null }, 'manage');
  const losesKeys = mayManage(member.role) && !mayManage(fields.grant.role);
  // The server ends the sessions of a founder.
  const isFounder = member.personId === user.accountId;

  function submit() {
    const grant = checked();
    const save = (told: NewGrant) => demanded.confirmed(() => changed(() => changeRole(member, told)));
    return grant && form.submit(() => save(grant), onClose);
  }

  return (
    <Dialog
      onClose={onClose}
      title={change.open}
      description={
        <strong className="line-clamp-4 text-lg font-semibold wrap-anywhere text-ink">{member.email}</strong>
      }
    >
      <Form form={form} onSubmit={submit} onCancel={onClose} busyText={change.busy}>
        <GrantFields {...fields} />
        {losesKeys && (
          <p role="status" className="text-sm font-medium text-pretty">
            {change.endsKeys}
          </p>
        )}
        {isLowered && (
          <p role="status" className="text-sm font-medium text-pretty">
            {change.endsInvitations} {isFounder && change.logsOut}
          </p>
        )}
        <DemandedPasswordField demanded={demanded} username={user.username} form={form} />
      </Form>
    </Dialog>
  );
}
