import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiKey, CreatedApiKey } from '../../../../../src/shared/keys/schemas';
import { KEY_OVERLAP_DAYS } from '../../../../../src/shared/keys/limits';
import { keyTexts } from '../../../texts/key-texts';
import { SelectField } from '../../../ui/forms/select-field';
import { useSubmission } from '../../../ui/forms/use-submission';
import { Notice } from '../../../ui/notice';
import { FormActions } from '../../../ui/overlays/dialog';
import { momentWithYear } from '../moment-with-year';
import { DAYS } from './key-form';
import { KeyPassword } from './key-password';
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
  const [days, setDays] = useState(365);
  const [overlapDays, setOverlapDays] = useState(KEY_OVERLAP_DAYS);
  const [password, setPassword] = useState('');
  const { busy, error, setError, submit } = useSubmission(keyTexts.failed);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => title.current?.focus(), []);

  async function renew(event: FormEvent) {
    event.preventDefault();
    if (password === '') return setError(keyTexts.form.passwordMissing);
    await submit(async () => onRenewed(await renewApiKey(apiKey.keyId, { days, overlapDays }, password)));
  }

  return (
    <form onSubmit={(event) => void renew(event)} noValidate className="grid gap-4">
      <h3 ref={title} tabIndex={-1} className="font-semibold wrap-anywhere outline-none">
        {keyTexts.renewOf(apiKey.name)}
      </h3>
      <p className="text-muted text-pretty">{words.lead}</p>
      {apiKey.overlapEndsAt !== null && (
        <p className="font-medium text-pretty">{words.endsOlder(momentWithYear(apiKey.overlapEndsAt))}</p>
      )}
      <SelectField
        label={keyTexts.form.expiry}
        value={String(days)}
        onChange={({ target }) => setDays(Number(target.value))}
        options={DAYS.map((count) => ({ value: String(count), text: keyTexts.form.days(count) }))}
      />
      <SelectField
        label={words.overlap}
        value={String(overlapDays)}
        onChange={({ target }) => setOverlapDays(Number(target.value))}
        options={OVERLAPS.map((count) => ({ value: String(count), text: words.overlapDays(count) }))}
      />
      <KeyPassword username={username} password={password} onChange={setPassword} />
      {error && <Notice tone="bad">{error}</Notice>}
      <FormActions onCancel={onCancel} busy={busy} submitText={busy ? words.renewing : keyTexts.renew} />
    </form>
  );
}
