import { useState } from 'react';
import type { MadeRef } from '../../../../../src/shared/members/schemas';
import type { User } from '../../../../../src/shared/schemas/user';
import { membersTexts } from '../../../texts/members-texts';
import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/forms/form';
import { useSubmission } from '../../../ui/forms/use-submission';
import { Dialog } from '../../../ui/overlays/dialog';
import { DialogActions } from '../../../ui/overlays/dialog-actions';
import { DemandedPasswordField, useDemandedPassword } from '../demanded-password';
import { MadeChoice } from './made-choice';
import { type Member, removeMember, useMembersChange } from './members-api';

export interface RemovalQuestionProps {
  /** The owner who is asked. */
  user: User;
  member: Member;
  onClose: () => void;
}

/** Asks before a member is removed. */
export function RemovalQuestion({ user, member, onClose }: RemovalQuestionProps) {
  const changed = useMembersChange();
  const demanded = useDemandedPassword(membersTexts.failed);
  const form = useSubmission(demanded.failed);
  const { removal } = membersTexts;
  const [ends, setEnds] = useState<readonly MadeRef[]>([]);

  return (
    <Dialog
      role="alertdialog"
      onClose={onClose}
      title={removal.title}
      description={
        <>
          <strong className="mb-1 line-clamp-4 text-lg font-semibold wrap-anywhere text-ink">{member.email}</strong>
          {removal.ends} {removal.stays}
        </>
      }
    >
      <Form
        form={form}
        onSubmit={() => form.submit(() => demanded.confirmed(() => changed(() => removeMember(member, ends))), onClose)}
        actions={
          <DialogActions>
            <Button variant="quiet" onClick={onClose} data-first-focus>
              {texts.common.cancel}
            </Button>
            <Button type="submit" variant="danger" busy={form.busy}>
              {form.busy ? removal.busy : removal.remove}
            </Button>
          </DialogActions>
        }
      >
        <MadeChoice member={member} ends={ends} onChange={setEnds} />
        <DemandedPasswordField demanded={demanded} username={user.username} form={form} />
      </Form>
    </Dialog>
  );
}
