import { useEffect, useRef, useState } from 'react';
import type { AccountActivity } from '../../../../../src/shared/schemas/user';
import { isRefusal, ownMessage } from '../../../api/api-client';
import { useSession } from '../../../session/session';
import { settingsTexts } from '../../../texts/settings-texts';
import { texts } from '../../../texts/texts';
import { useRealtime, useUnsentTaps } from '../../../realtime/hooks';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/overlays/dialog';
import { DialogActions } from '../../../ui/overlays/dialog-actions';
import { Form } from '../../../ui/forms/form';
import { OwnPassword } from '../../../ui/forms/own-password';
import { textIn, useForm } from '../../../ui/forms/use-form';
import { confirmPassword, deleteAccount } from './deletion-api';

export interface DeleteQuestionProps {
  username: string;
  activity: AccountActivity | undefined;
  onClose: () => void;
}

/** Says what would be deleted, and how many devices would be interrupted. */
function consequences({ events, countingDevices }: AccountActivity): string {
  const { deletion } = settingsTexts;
  const counting = countingDevices === 0 ? deletion.noneCounting : deletion.counting(countingDevices);
  return events === 0 ? counting : `${deletion.events(events)} ${counting}`;
}

/** Asks for confirmation before the account is deleted. Asks for the password only if the server demands it. */
export function DeleteQuestion({ username, activity, onClose }: DeleteQuestionProps) {
  const session = useSession();
  const realtime = useRealtime();
  const { taps } = useUnsentTaps();
  const passwordField = useRef<HTMLInputElement>(null);
  /** Why the server demands the password, in its own words; null while it does not. */
  const [needed, setNeeded] = useState<string | null>(null);
  const { typed, edit, ...form } = useForm({ password: '' }, describeFailure);
  const { deletion, settings, passwordChange } = settingsTexts;

  useEffect(() => {
    if (needed !== null) passwordField.current?.focus();
  }, [needed]);

  /** A failed deletion is only logged (docs/product.md, E10). The reason why a password was refused is shown. */
  function describeFailure(failure: unknown): string | null {
    if (failure instanceof PasswordRefusal) return ownMessage(failure.cause, texts.errors.noAnswer);
    if (isRefusal(failure, 'confirmation_needed')) setNeeded(ownMessage(failure, ''));
    else console.warn('The account could not be deleted', failure);
    return null;
  }

  /** Deletes the account and then logs out, as every logout does. */
  async function remove() {
    if (needed !== null) {
      await confirmPassword(typed.password).catch((cause: unknown) => {
        throw new PasswordRefusal(cause);
      });
    }
    await deleteAccount();
    await realtime.erase();
    await session.leave();
  }

  const confirm = () =>
    needed === null || typed.password !== ''
      ? form.submit(remove, onClose)
      : form.setError(passwordChange.currentMissing, passwordField);

  const sentences = [
    deletion.question,
    activity && consequences(activity),
    taps > 0 ? deletion.unsent(taps) : undefined,
  ];
  return (
    <Dialog
      role="alertdialog"
      onClose={onClose}
      title={settings.delete}
      description={
        <>
          <strong className="mb-1 line-clamp-4 text-lg font-semibold text-ink">{username}</strong>
          {sentences.filter((sentence) => sentence !== undefined).join(' ')}
        </>
      }
    >
      <Form
        form={form}
        onSubmit={confirm}
        actions={
          <DialogActions>
            <Button variant="quiet" onClick={onClose} data-first-focus>
              {texts.common.cancel}
            </Button>
            <Button type="submit" variant="danger" busy={form.busy}>
              {form.busy ? texts.common.deleting : deletion.confirm}
            </Button>
          </DialogActions>
        }
      >
        {needed !== null && (
          <>
            <p role="status" className="text-pretty">
              {needed}
            </p>
            <OwnPassword
              ref={passwordField}
              username={username}
              label={deletion.password}
              invalid={form.error !== null}
              {...textIn(typed, edit, 'password')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** The password was refused; `cause` says why. */
class PasswordRefusal extends Error {
  constructor(cause: unknown) {
    super('The password was not taken', { cause });
  }
}
