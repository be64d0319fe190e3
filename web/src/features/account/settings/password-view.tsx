import { type FormEvent, useRef, useState } from 'react';
import { passwordError } from '../../../../../src/shared/rules/password';
import { settingsTexts } from '../../../texts/settings-texts';
import { texts, translate } from '../../../texts/texts';
import { showToast } from '../../../ui/overlays/toasts';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { TextField } from '../../../ui/forms/text-field';
import { UsernameHint } from '../../../ui/forms/username-hint';
import { useSubmission } from '../../../ui/forms/use-submission';
import { NewPasswordField } from '../../auth/new-password-field';
import { changePassword } from '../security-api';

export interface PasswordViewProps {
  username: string;
  onDone: () => void;
}

export function PasswordView({ username, onDone }: PasswordViewProps) {
  const currentField = useRef<HTMLInputElement>(null);
  const nextField = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { busy, error, setError, submit } = useSubmission();

  /** Shows what is wrong with the input and focuses the field. Returns whether something is wrong. */
  function complain(): boolean {
    const missing = current === '' ? settingsTexts.passwordChange.currentMissing : null;
    const unmet = passwordError(next);
    const wrong = missing ?? (unmet && translate(unmet));
    setError(wrong);
    if (wrong !== null) (missing === null ? nextField : currentField).current?.focus();
    return wrong !== null;
  }

  /** Saves the password. The toast appears even if the view was closed meanwhile. */
  async function save() {
    await changePassword(current, next);
    showToast(settingsTexts.passwordChange.changed);
  }

  async function submitForm(event: FormEvent) {
    event.preventDefault();
    if (!complain()) await submit(save, onDone);
  }

  return (
    <form onSubmit={(event) => void submitForm(event)} noValidate className="grid gap-4">
      <UsernameHint username={username} />
      <TextField
        ref={currentField}
        label={settingsTexts.passwordChange.current}
        name="current-password"
        type="password"
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        autoComplete="current-password"
        required
      />
      <NewPasswordField ref={nextField} label={settingsTexts.passwordChange.next} password={next} onChange={setNext} />
      <p className="text-sm text-muted text-pretty">{settingsTexts.passwordChange.consequence}</p>
      {error && <Notice tone="bad">{error}</Notice>}
      <Button type="submit" busy={busy}>
        {busy ? texts.common.saving : settingsTexts.passwordChange.submit}
      </Button>
    </form>
  );
}
