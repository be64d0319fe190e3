import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type CreatedApiKey, KEY_SCOPES, type KeyScope } from '../../../../../src/shared/keys/schemas';
import { keyTexts } from '../../../texts/key-texts';
import { CheckField } from '../../../ui/forms/check-field';
import { SelectField } from '../../../ui/forms/select-field';
import { TextField } from '../../../ui/forms/text-field';
import { useSubmission } from '../../../ui/forms/use-submission';
import { Notice } from '../../../ui/notice';
import { FormActions } from '../../../ui/overlays/dialog';
import { EVENTS_QUERY } from '../../events/use-events';
import { KeyPassword } from './key-password';
import { createApiKey } from './keys-api';

/** The days that forms of keys offer; the server accepts others, too. */
export const DAYS = [7, 30, 90, 365, 730];
const ALL_EVENTS = '';

export interface KeyFormProps {
  username: string;
  onCreated: (key: CreatedApiKey) => void;
  onCancel: () => void;
}

/** The form of a new key. It asks for the password, because a device that was left unlocked must not make keys. */
export function KeyForm({ username, onCreated, onCancel }: KeyFormProps) {
  const words = keyTexts.form;
  const events = useQuery(EVENTS_QUERY).data ?? [];
  const nameField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>([]);
  const [eventId, setEventId] = useState(ALL_EVENTS);
  const [days, setDays] = useState(365);
  const [addresses, setAddresses] = useState('');
  const [password, setPassword] = useState('');
  const { busy, error, setError, submit } = useSubmission(keyTexts.failed);

  // The button that opened the form is gone, and on a small screen the dialog was scrolled down to it.
  useEffect(() => nameField.current?.focus(), []);

  async function create(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return setError(words.nameMissing);
    if (scopes.length === 0) return setError(words.scopesMissing);
    if (password === '') return setError(words.passwordMissing);
    const ranges = addresses.split(/[\s,;]+/).filter((range) => range !== '');
    const made = {
      name: name.trim(),
      scopes: [...scopes],
      eventId: eventId === ALL_EVENTS ? null : eventId,
      addresses: ranges.length === 0 ? null : ranges,
      days,
    };
    await submit(async () => onCreated(await createApiKey(made, password)));
  }

  return (
    <form onSubmit={(event) => void create(event)} noValidate className="grid gap-4">
      <TextField
        ref={nameField}
        label={words.name}
        value={name}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 text-sm font-medium text-muted">{words.scopes}</legend>
        {KEY_SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={keyTexts.scopes[scope]}
            checked={scopes.includes(scope)}
            onChange={(isOn) => setScopes(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
          />
        ))}
      </fieldset>
      <SelectField
        label={words.event}
        value={eventId}
        onChange={({ target }) => setEventId(target.value)}
        options={[
          { value: ALL_EVENTS, text: keyTexts.allEvents },
          ...events.map((event) => ({ value: event.eventId, text: event.eventName })),
        ]}
      />
      <SelectField
        label={words.expiry}
        value={String(days)}
        onChange={({ target }) => setDays(Number(target.value))}
        options={DAYS.map((count) => ({ value: String(count), text: words.days(count) }))}
      />
      <div className="grid gap-1.5">
        <TextField
          label={words.addresses}
          value={addresses}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setAddresses(target.value)}
        />
        <p className="text-sm text-muted text-pretty">{words.addressesHint}</p>
      </div>
      <KeyPassword username={username} password={password} onChange={setPassword} />
      {error && <Notice tone="bad">{error}</Notice>}
      <FormActions onCancel={onCancel} busy={busy} submitText={busy ? words.creating : keyTexts.add} />
    </form>
  );
}
