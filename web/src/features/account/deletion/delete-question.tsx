import { useQueryClient } from '@tanstack/react-query';
import type { AccountActivity, User } from '../../../../../src/shared/schemas/user';
import { isRefusal, ownMessage } from '../../../api/api-client';
import { useSession } from '../../../session/session';
import { settingsTexts } from '../../../texts/settings-texts';
import { texts } from '../../../texts/texts';
import { useRealtime, useUnsentTaps } from '../../../realtime/hooks';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/overlays/dialog';
import { DialogActions } from '../../../ui/overlays/dialog-actions';
import { Form } from '../../../ui/forms/form';
import { useSubmission } from '../../../ui/forms/use-submission';
import { DemandedPasswordField, useDemandedPassword } from '../demanded-password';
import { MEMBERS_KEY } from '../members/members-api';
import { deleteAccount } from './deletion-api';

export interface DeleteQuestionProps {
  user: User;
  /** Whether the account stays, because it has another owner. */
  leaves: boolean;
  /** The number of other members. */
  others: number;
  activity: AccountActivity | undefined;
  onClose: () => void;
}

/** Says what would be deleted, and how many devices would be interrupted. */
function consequences({ events, countingDevices }: AccountActivity): string {
  const { deletion } = settingsTexts;
  const counting = countingDevices === 0 ? deletion.noneCounting : deletion.counting(countingDevices);
  return events === 0 ? counting : `${deletion.events(events)} ${counting}`;
}

/** The server refuses with these codes if the owners, or this device's account, have changed since the question. */
const CHANGED = ['other_owner', 'last_owner', 'conflict'] as const;

/** A failed deletion is only logged (docs/product.md, E10), unless the account has changed. */
function describeFailure(failure: unknown): string | null {
  if (CHANGED.some((code) => isRefusal(failure, code))) return ownMessage(failure, '');
  console.warn('The account could not be deleted', failure);
  return null;
}

/** Asks for confirmation before somebody deletes or leaves the account. */
export function DeleteQuestion({ user, leaves, others, activity, onClose }: DeleteQuestionProps) {
  const { username } = user;
  const client = useQueryClient();
  const session = useSession();
  const realtime = useRealtime();
  const { taps } = useUnsentTaps();
  const demanded = useDemandedPassword(describeFailure);
  const form = useSubmission(demanded.failed);
  const { deletion, leaving, settings } = settingsTexts;

  /** Deletes or leaves the account, as this question says. After a failure it loads the members again. */
  async function end() {
    try {
      await deleteAccount(user, leaves ? 'leave' : 'delete');
    } catch (failure) {
      void client.invalidateQueries({ queryKey: MEMBERS_KEY });
      throw failure;
    }
  }

  /**
   * Deletes or leaves the account and then logs out, as every logout does. An account that stays may still get the
   * unsent taps of this device, if the person is invited again.
   */
  async function remove() {
    await end();
    if (leaves) realtime.closeAll();
    else await realtime.erase();
    await session.leave();
  }

  const sentences = [
    ...(leaves
      ? [leaving.question, leaving.consequence]
      : [deletion.question, others > 0 ? deletion.members(others) : undefined, activity && consequences(activity)]),
    taps > 0 ? (leaves ? leaving : deletion).unsent(taps) : undefined,
  ];
  const [confirm, busy] = leaves ? [leaving.confirm, leaving.busy] : [deletion.confirm, texts.common.deleting];
  return (
    <Dialog
      role="alertdialog"
      onClose={onClose}
      title={leaves ? leaving.title : settings.delete}
      description={
        <>
          <strong className="mb-1 line-clamp-4 text-lg font-semibold text-ink">{username}</strong>
          {sentences.filter((sentence) => sentence !== undefined).join(' ')}
        </>
      }
    >
      <Form
        form={form}
        onSubmit={() => form.submit(() => demanded.confirmed(remove), onClose)}
        actions={
          <DialogActions>
            <Button variant="quiet" onClick={onClose} data-first-focus>
              {texts.common.cancel}
            </Button>
            <Button type="submit" variant="danger" busy={form.busy}>
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
