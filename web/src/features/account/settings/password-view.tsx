import { useRef } from 'react';
import { passwordError } from '../../../../../src/shared/rules/password';
import { settingsTexts } from '../../../texts/settings-texts';
import { translate } from '../../../texts/texts';
import { showToast } from '../../../ui/overlays/toasts';
import { Form } from '../../../ui/forms/form';
import { OwnPassword } from '../../../ui/forms/own-password';
import { useForm } from '../../../ui/forms/use-form';
import { NewPasswordField } from '../../auth/new-password-field';
import { useUnsaved } from '../../settings/unsaved';
import { changePassword } from '../security-api';

export interface PasswordViewProps {
  username: string;
  onDone: () => void;
}

export function PasswordView({ username, onDone }: PasswordViewProps) {
  const currentField = useRef<HTMLInputElement>(null);
  const nextField = useRef<HTMLInputElement>(null);
  const { typed, edit, ...form } = useForm({ current: '', next: '' });
  const { current, next } = typed;
  useUnsaved(settingsTexts.security.changePassword, current !== '' || next !== '');

  /** Saves the password. The toast appears even if the view was closed meanwhile. */
  async function save() {
    await changePassword(current, next);
    showToast(settingsTexts.passwordChange.changed);
  }

  async function submitForm() {
    if (current === '') return form.setError(settingsTexts.passwordChange.currentMissing, currentField);
    const unmet = passwordError(next);
    if (unmet !== null) return form.setError(translate(unmet), nextField);
    await form.submit(save, onDone);
  }

  return (
    <Form form={form} onSubmit={submitForm} submitText={settingsTexts.passwordChange.submit}>
      <OwnPassword
        ref={currentField}
        username={username}
        label={settingsTexts.passwordChange.current}
        name="current-password"
        required
        value={current}
        onChange={({ target }) => edit({ current: target.value })}
      />
      <NewPasswordField
        ref={nextField}
        label={settingsTexts.passwordChange.next}
        password={next}
        onChange={(password) => edit({ next: password })}
      />
      <p className="text-sm text-muted text-pretty">{settingsTexts.passwordChange.consequence}</p>
    </Form>
  );
}
