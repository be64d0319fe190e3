import { useRef, useState } from 'react';
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
  onAccept: (login: { email: string; password: string }) => Promise<void>;
}

/** The form that accepts an invitation, with a new login or with one that somebody has already. */
export function AcceptForm({ boundTo, onAccept }: AcceptFormProps) {
  const passwordField = useRef<HTMLInputElement>(null);
  const [hasLogin, setHasLogin] = useState(false);
  const { accept } = membersTexts;
  const { typed, edit, ...form } = useForm({ email: boundTo ?? '', password: '' }, accept.failed);
  const { email, password } = typed;

  async function submit() {
    await form.submit(() => onAccept({ email: email.trim(), password }));
    // After a success the form is gone and this does nothing.
    passwordField.current?.focus();
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
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
