import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { AccountActivity } from '../../../../../src/shared/schemas/user';
import { isRefusal, ownMessage } from '../../../api/api-client';
import { useSession } from '../../../session/session';
import { settingsTexts } from '../../../texts/settings-texts';
import { texts } from '../../../texts/texts';
import { useRealtime, useUnsentTaps } from '../../../realtime/hooks';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { Notice } from '../../../ui/notice';
import { TextField } from '../../../ui/forms/text-field';
import { UsernameHint } from '../../../ui/forms/username-hint';
import { useSubmission } from '../../../ui/forms/use-submission';
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
  const [password, setPassword] = useState('');
  /** Why the server demands the password, in its own words; null while it does not. */
  const [needed, setNeeded] = useState<string | null>(null);
  const { busy, error, setError, submit } = useSubmission(describeFailure);
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
      await confirmPassword(password).catch((cause: unknown) => {
        throw new PasswordRefusal(cause);
      });
    }
    await deleteAccount();
    await realtime.erase();
    await session.leave();
  }

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (needed === null || password !== '') {
      await submit(remove, onClose);
      return;
    }
    setError(passwordChange.currentMissing);
    passwordField.current?.focus();
  }

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
      <form onSubmit={(event) => void confirm(event)} noValidate className="grid gap-4">
        {needed !== null && (
          <>
            <p role="status" className="text-pretty">
              {needed}
            </p>
            <UsernameHint username={username} />
            <TextField
              ref={passwordField}
              label={deletion.password}
              name="password"
              type="password"
              autoComplete="current-password"
              invalid={error !== null}
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                setError(null);
              }}
            />
          </>
        )}
        {error && <Notice tone="bad">{error}</Notice>}
        <DialogActions>
          <Button variant="quiet" onClick={onClose} data-first-focus>
            {texts.common.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            {busy ? texts.common.deleting : deletion.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The password was refused; `cause` says why. */
class PasswordRefusal extends Error {
  constructor(cause: unknown) {
    super('The password was not taken', { cause });
  }
}
