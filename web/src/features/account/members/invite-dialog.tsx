import { useId, useState } from 'react';
import type { CreatedMemberInvitation, NewGrant } from '../../../../../src/shared/members/schemas';
import { membersTexts } from '../../../texts/members-texts';
import { Button } from '../../../ui/button';
import { CopiedSecret } from '../../../ui/clipboard/copied-secret';
import { Form } from '../../../ui/forms/form';
import { TextField } from '../../../ui/forms/text-field';
import { textIn, useForm } from '../../../ui/forms/use-form';
import { Dialog } from '../../../ui/overlays/dialog';
import { DialogActions } from '../../../ui/overlays/dialog-actions';
import { paths } from '../../../urls/paths';
import { usePublicOrigin } from '../../../urls/public-origin';
import { DemandedPasswordField, useDemandedPassword } from '../demanded-password';
import { momentWithYear } from '../moment-with-year';
import { GrantFields, type TypedGrant, useGrant } from './grant-fields';
import { invite, useMembersChange } from './members-api';

export interface InviteDialogProps {
  /** The email of the owner who invites, for the password that the server may demand. */
  username: string;
  onClose: () => void;
}

/** Invites somebody: asks for role and email, then shows the link once, or says that it was mailed. */
export function InviteDialog({ username, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<CreatedMemberInvitation | null>(null);
  return (
    <Dialog onClose={onClose} title={made ? membersTexts.accept.title : membersTexts.invite.title}>
      {made ? (
        <MadeInvitation invitation={made} onDone={onClose} />
      ) : (
        <InviteForm username={username} onMade={setMade} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface InviteFormProps {
  username: string;
  onMade: (invitation: CreatedMemberInvitation) => void;
  onCancel: () => void;
}

const FIRST: TypedGrant = { role: 'manager', eventIds: [] };

function InviteForm({ username, onMade, onCancel }: InviteFormProps) {
  const changed = useMembersChange();
  const demanded = useDemandedPassword(membersTexts.failed);
  const { typed, edit, ...form } = useForm({ email: '' }, demanded.failed);
  const { fields, checked } = useGrant(FIRST);
  const { invite: words } = membersTexts;
  const hintId = useId();

  async function create(grant: NewGrant) {
    const email = typed.email.trim();
    onMade(await invite({ ...grant, email: email === '' ? null : email }));
  }

  function submit() {
    const grant = checked();
    return grant && form.submit(() => demanded.confirmed(() => changed(() => create(grant))));
  }

  return (
    <Form form={form} onSubmit={submit} onCancel={onCancel} submitText={words.open} busyText={words.busy}>
      <div className="grid gap-1.5">
        <TextField
          label={words.email}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={hintId}
          {...textIn(typed, edit, 'email')}
        />
        <p id={hintId} className="text-sm text-pretty text-muted">
          {words.emailHint}
        </p>
      </div>
      <GrantFields {...fields} />
      <DemandedPasswordField demanded={demanded} username={username} form={form} />
    </Form>
  );
}

function MadeInvitation({ invitation, onDone }: { invitation: CreatedMemberInvitation; onDone: () => void }) {
  const { email, expiresAt, token, isMailed } = invitation;
  const origin = usePublicOrigin();
  const { invite: words, failed } = membersTexts;
  const until = momentWithYear(expiresAt);
  if (email !== null && isMailed) {
    return (
      <div className="grid gap-4">
        <p className="text-pretty wrap-anywhere">{words.sent(email, until)}</p>
        <DialogActions>
          <Button onClick={onDone}>{words.done}</Button>
        </DialogActions>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <p className="text-pretty wrap-anywhere">{email === null ? words.handOn(until) : words.handOnTo(email, until)}</p>
      <CopiedSecret
        secret={`${origin}${paths.invitation}#${token}`}
        words={words}
        failedText={failed}
        onDone={onDone}
      />
    </div>
  );
}
