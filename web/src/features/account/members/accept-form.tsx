import { useEffect, useRef, useState } from 'react';
import type { Acceptance } from '../../../../../src/shared/members/schemas';
import { isRefusal, ownMessage } from '../../../api/api-client';
import { membersTexts } from '../../../texts/members-texts';
import { signInTexts } from '../../../texts/sign-in-texts';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/forms/form';
import { TextField } from '../../../ui/forms/text-field';
import { useForm } from '../../../ui/forms/use-form';
import { NewPasswordField } from '../../auth/new-password-field';

export interface AcceptFormProps {
  /** The only address that can accept; null for any. */
  boundTo: string | null;
  onAccept: (login: Acceptance) => Promise<void>;
}

/** The form that accepts an invitation, with a new login or with one that the person has already. */
export function AcceptForm({ boundTo, onAccept }: AcceptFormProps) {
  const passwordField = useRef<HTMLInputElement>(null);
  const [hasLogin, setHasLogin] = useState(false);
  const { accept } = membersTexts;
  const { typed, edit, ...form } = useForm({ email: boundTo ?? '', password: '' }, describeFailure);
  const { email, password } = typed;
  const { error } = form;

  useEffect(() => {
    if (error !== null) passwordField.current?.focus();
  }, [error]);

  /** The server refuses the password of a new login only if the email has a login already. */
  function describeFailure(failure: unknown): string {
    if (isRefusal(failure, 'invalid_credentials')) setHasLogin(true);
    return ownMessage(failure, accept.failed);
  }

  return (
    <Form
      form={form}
      onSubmit={() => form.submit(() => onAccept({ email: email.trim(), password, isNew: !hasLogin }))}
      actions={
        <Button type="submit" busy={form.busy} className="mt-2 min-h-14 text-lg">
          {form.busy ? accept.busy : accept.submit}
        </Button>
      }
    >
      <TextField
        label={signInTexts.forgot.email}
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        readOnly={boundTo !== null}
        value={email}
        onChange={({ target }) => edit({ email: target.value })}
      />
      {hasLogin ? (
        <TextField
          ref={passwordField}
          label={signInTexts.login.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => edit({ password: target.value })}
        />
      ) : (
        <NewPasswordField
          ref={passwordField}
          label={accept.choosePassword}
          password={password}
          onChange={(next) => edit({ password: next })}
        />
      )}
      <Button variant="plain" onClick={() => setHasLogin(!hasLogin)} className="underline underline-offset-4">
        {hasLogin ? accept.hasNone : accept.hasLogin}
      </Button>
    </Form>
  );
}
