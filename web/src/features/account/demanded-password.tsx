import { useEffect, useRef, useState } from 'react';
import { isRefusal, ownMessage } from '../../api/api-client';
import { settingsTexts } from '../../texts/settings-texts';
import { texts } from '../../texts/texts';
import { OwnPassword } from '../../ui/forms/own-password';
import type { FailureText, Submission } from '../../ui/forms/use-submission';
import { confirmPassword } from './deletion/deletion-api';

/** The password was not taken; the message says why. */
class PasswordRefusal extends Error {}

export interface DemandedPassword {
  /** Why the server demands the password, in its own words; null while it does not. */
  readonly reason: string | null;
  readonly password: string;
  /** Whether the last password was not taken. */
  readonly isRefused: boolean;
  readonly setPassword: (password: string) => void;
  /** The texts of the form's failures. */
  readonly failed: FailureText;
  /** Does the work, after the password has confirmed the session if the server demands that. */
  readonly confirmed: (work: () => Promise<void>) => Promise<void>;
}

/**
 * The password that a form asks for only if the server demands it, because the last login is too old.
 * @param failed the texts of all other failures
 */
export function useDemandedPassword(failed: FailureText): DemandedPassword {
  const [reason, setReason] = useState<string | null>(null);
  const [password, type] = useState('');
  const [isRefused, setRefused] = useState(false);

  function setPassword(typed: string) {
    type(typed);
    setRefused(false);
  }

  function describe(failure: unknown): string | null {
    if (failure instanceof PasswordRefusal) {
      setRefused(true);
      return failure.message;
    }
    if (isRefusal(failure, 'confirmation_needed')) {
      setReason(ownMessage(failure, ''));
      return null;
    }
    return typeof failed === 'string' ? ownMessage(failure, failed) : failed(failure);
  }

  async function confirmed(work: () => Promise<void>) {
    setRefused(false);
    if (reason !== null) {
      if (password === '') throw new PasswordRefusal(settingsTexts.passwordChange.currentMissing);
      await confirmPassword(password).catch((cause: unknown) => {
        throw new PasswordRefusal(ownMessage(cause, texts.errors.noAnswer), { cause });
      });
    }
    await work();
  }

  return { reason, password, isRefused, setPassword, failed: describe, confirmed };
}

export interface DemandedPasswordFieldProps {
  demanded: DemandedPassword;
  username: string;
  form: Pick<Submission, 'setError'>;
}

/** The field for that password, which takes the focus when it appears and when something is wrong with it. */
export function DemandedPasswordField({ demanded, username, form }: DemandedPasswordFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const { reason, password, isRefused, setPassword } = demanded;
  useEffect(() => {
    if (reason !== null || isRefused) field.current?.focus();
  }, [reason, isRefused]);
  if (reason === null) return null;
  return (
    <>
      <p role="status" className="text-pretty">
        {reason}
      </p>
      <OwnPassword
        ref={field}
        username={username}
        label={settingsTexts.deletion.password}
        invalid={isRefused}
        value={password}
        onChange={({ target }) => {
          setPassword(target.value);
          form.setError(null);
        }}
      />
    </>
  );
}
