import type { MemberRole } from '../../../../../src/shared/rules/roles';
import type { User } from '../../../../../src/shared/schemas/user';
import { membersTexts } from '../../../texts/members-texts';
import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/forms/form';
import { useSubmission } from '../../../ui/forms/use-submission';
import { Dialog } from '../../../ui/overlays/dialog';
import { DialogActions } from '../../../ui/overlays/dialog-actions';
import { DemandedPasswordField, useDemandedPassword } from '../demanded-password';
import { changeRole, type Member, removeMember, useMembersChange } from './members-api';

/** The change of a member that an owner is asked about. */
export type AskedMember = { type: 'role'; member: Member; role: MemberRole } | { type: 'remove'; member: Member };

interface Question {
  title: string;
  description: string;
  confirm: string;
  busy: string;
  variant: 'primary' | 'danger';
  run: () => Promise<void>;
}

/** Returns the sentences about a member who becomes a manager. The server ends the sessions of a founder. */
function lowered(member: Member, { accountId }: User): string {
  const { may, change } = membersTexts;
  const isFounder = member.personId === accountId;
  return [may.manager, change.endsInvitations, ...(isFounder ? [change.logsOut] : [])].join(' ');
}

function questionOf(asked: AskedMember, user: User): Question {
  const { change, removal, may } = membersTexts;
  const { member } = asked;
  if (asked.type === 'remove') {
    return {
      title: removal.title,
      description: `${removal.ends} ${removal.stays}`,
      confirm: removal.remove,
      busy: removal.busy,
      variant: 'danger',
      run: () => removeMember(member),
    };
  }
  const { role } = asked;
  return {
    title: change.question[role],
    description: role === 'owner' ? may.owner : lowered(member, user),
    confirm: change[role],
    busy: change.busy,
    variant: 'primary',
    run: () => changeRole(member, role),
  };
}

export interface MemberQuestionProps {
  /** The owner who is asked. */
  user: User;
  asked: AskedMember;
  onClose: () => void;
}

/** Asks before a member's role changes or the member is removed. */
export function MemberQuestion({ user, asked, onClose }: MemberQuestionProps) {
  const changed = useMembersChange();
  const demanded = useDemandedPassword(membersTexts.failed);
  const form = useSubmission(demanded.failed);
  const { title, description, confirm, busy, variant, run } = questionOf(asked, user);

  return (
    <Dialog
      role="alertdialog"
      onClose={onClose}
      title={title}
      description={
        <>
          <strong className="mb-1 line-clamp-4 text-lg font-semibold wrap-anywhere text-ink">
            {asked.member.email}
          </strong>
          {description}
        </>
      }
    >
      <Form
        form={form}
        onSubmit={() => form.submit(() => demanded.confirmed(() => changed(run)), onClose)}
        actions={
          <DialogActions>
            <Button variant="quiet" onClick={onClose} data-first-focus>
              {texts.common.cancel}
            </Button>
            <Button type="submit" variant={variant} busy={form.busy}>
              {form.busy ? busy : confirm}
            </Button>
          </DialogActions>
        }
      >
        <DemandedPasswordField demanded={demanded} username={user.username} form={form} />
      </Form>
    </Dialog>
  );
}
