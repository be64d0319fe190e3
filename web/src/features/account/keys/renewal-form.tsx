import { useEffect, useRef } from 'react';
import type { ApiKey, CreatedApiKey } from '../../../../../src/shared/keys/schemas';
import { KEY_OVERLAP_DAYS } from '../../../../../src/shared/keys/limits';
import { keyTexts } from '../../../texts/key-texts';
import { SelectField } from '../../../ui/forms/select-field';
import { Form } from '../../../ui/forms/form';
import { OwnPassword } from '../../../ui/forms/own-password';
import { textIn, useForm } from '../../../ui/forms/use-form';
import { momentWithYear } from '../moment-with-year';
import { DAYS, DEFAULT_DAYS } from './key-form';
import { renewApiKey } from './keys-api';

/** The overlaps that the form offers, in days; the server accepts others, too. */
const OVERLAPS = [0, 1, KEY_OVERLAP_DAYS, 14, 30];

export interface RenewalFormProps {
  apiKey: ApiKey;
  username: string;
  onRenewed: (key: CreatedApiKey) => void;
  onCancel: () => void;
}

/** The form that renews a key. It asks for the password, as that of a new key does. */
export function RenewalForm({ apiKey, username, onRenewed, onCancel }: RenewalFormProps) {
  const words = keyTexts.renewal;
  const { typed, edit, ...form } = useForm(
    { days: DEFAULT_DAYS, overlapDays: String(KEY_OVERLAP_DAYS), password: '' },
    keyTexts.failed,
  );
  const passwordField = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => title.current?.focus(), []);

  async function renew() {
    const { days, overlapDays, password } = typed;
    if (password === '') return form.setError(keyTexts.form.passwordMissing, passwordField);
    const renewal = { days: Number(days), overlapDays: Number(overlapDays) };
    await form.submit(async () => onRenewed(await renewApiKey(apiKey.keyId, renewal, password)));
  }

  return (
    <Form form={form} onSubmit={renew} onCancel={onCancel} submitText={keyTexts.renew} busyText={words.renewing}>
      <h3 ref={title} tabIndex={-1} className="font-semibold wrap-anywhere outline-none">
        {keyTexts.renewOf(apiKey.name)}
      </h3>
      <p className="text-muted text-pretty">{words.lead}</p>
      {apiKey.overlapEndsAt !== null && (
        <p className="font-medium text-pretty">{words.endsOlder(momentWithYear(apiKey.overlapEndsAt))}</p>
      )}
      <SelectField
        label={keyTexts.form.expiry}
        {...textIn(typed, edit, 'days')}
        options={DAYS.map((count) => ({ value: String(count), text: keyTexts.form.days(count) }))}
      />
      <SelectField
        label={words.overlap}
        {...textIn(typed, edit, 'overlapDays')}
        options={OVERLAPS.map((count) => ({ value: String(count), text: words.overlapDays(count) }))}
      />
      <OwnPassword
        ref={passwordField}
        username={username}
        label={keyTexts.form.password}
        {...textIn(typed, edit, 'password')}
      />
    </Form>
  );
}
