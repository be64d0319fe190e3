import { useQueryClient } from '@tanstack/react-query';
import type { MemberRole } from '../../../../../src/shared/rules/roles';
import { membersTexts } from '../../../texts/members-texts';
import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/forms/form';
import { useSubmission } from '../../../ui/forms/use-submission';
import { Dialog } from '../../../ui/overlays/dialog';
import { DialogActions } from '../../../ui/overlays/dialog-actions';
import { DemandedPasswordField, useDemandedPassword } from '../demanded-password';
import { changeRole, type Member, MEMBERS_KEY, removeMember } from './members-api';

/** What an owner wants to do with a member. */
export type AskedMember = { type: 'role'; member: Member; role: MemberRole } | { type: 'remove'; member: Member };

interface Question {
  title: string;
  description: string;
  confirm: string;
  busy: string;
  variant: 'primary' | 'danger';
  run: () => Promise<void>;
}

function questionOf(asked: AskedMember): Question {
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
    description: role === 'owner' ? may.owner : `${may.manager} ${change.endsInvitations}`,
    confirm: change[role],
    busy: change.busy,
    variant: 'primary',
    run: () => changeRole(member, role),
  };
}

export interface MemberQuestionProps {
  /** Who asks, for the password that the server may demand. */
  username: string;
  asked: AskedMember;
  onClose: () => void;
}

/** Asks before a member's role changes or the member is removed. */
export function MemberQuestion({ username, asked, onClose }: MemberQuestionProps) {
  const client = useQueryClient();
  const demanded = useDemandedPassword(membersTexts.failed);
  const form = useSubmission(demanded.failed);
  const { title, description, confirm, busy, variant, run } = questionOf(asked);

  /** After a failure, the list may be out of date, too. */
  async function act() {
    try {
      await run();
    } finally {
      await client.invalidateQueries({ queryKey: MEMBERS_KEY });
    }
  }

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
        onSubmit={() => form.submit(() => demanded.confirmed(act), onClose)}
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
        <DemandedPasswordField demanded={demanded} username={username} form={form} />
      </Form>
    </Dialog>
  );
}
