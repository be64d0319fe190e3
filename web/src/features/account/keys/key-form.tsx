import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type CreatedApiKey, KEY_SCOPES, type KeyScope } from '../../../../../src/shared/keys/schemas';
import { keyTexts } from '../../../texts/key-texts';
import { CheckList } from '../../../ui/forms/check-list';
import { SelectField } from '../../../ui/forms/select-field';
import { Form } from '../../../ui/forms/form';
import { OwnPassword } from '../../../ui/forms/own-password';
import { TextField } from '../../../ui/forms/text-field';
import { textIn, useForm } from '../../../ui/forms/use-form';
import { EVENTS_QUERY } from '../../events/use-events';
import { useUnsaved } from '../../settings/unsaved';
import { createApiKey } from './keys-api';

/** The days that forms of keys offer; the server accepts others, too. */
export const DAYS = [7, 30, 90, 365, 730];
export const DEFAULT_DAYS = '365';
const ALL_EVENTS = '';
const NO_SCOPES: readonly KeyScope[] = [];

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
  const firstScope = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const { typed, edit, ...form } = useForm(
    { name: '', scopes: NO_SCOPES, eventId: ALL_EVENTS, days: DEFAULT_DAYS, addresses: '', password: '' },
    keyTexts.failed,
  );
  const { scopes, eventId, password } = typed;
  useUnsaved(keyTexts.add, typed.name !== '' || scopes.length > 0 || typed.addresses !== '');

  // The button that opened the form is gone, and on a small screen the page was scrolled down to it.
  useEffect(() => nameField.current?.focus(), []);

  async function create() {
    const name = typed.name.trim();
    if (name === '') return form.setError(words.nameMissing, nameField);
    if (scopes.length === 0) return form.setError(words.scopesMissing, firstScope);
    if (password === '') return form.setError(words.passwordMissing, passwordField);
    const ranges = typed.addresses.split(/[\s,;]+/).filter((range) => range !== '');
    const made = {
      name,
      scopes: [...scopes],
      eventId: eventId === ALL_EVENTS ? null : eventId,
      addresses: ranges.length === 0 ? null : ranges,
      days: Number(typed.days),
    };
    await form.submit(async () => onCreated(await createApiKey(made, password)));
  }

  return (
    <Form form={form} onSubmit={create} onCancel={onCancel} submitText={keyTexts.add} busyText={words.creating}>
      <TextField ref={nameField} label={words.name} autoComplete="off" {...textIn(typed, edit, 'name')} />
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 text-sm font-medium text-muted">{words.scopes}</legend>
        <CheckList
          first={firstScope}
          options={KEY_SCOPES.map((scope) => ({ id: scope, text: keyTexts.scopes[scope] }))}
          chosen={scopes}
          onChange={(chosen) => edit({ scopes: chosen })}
        />
      </fieldset>
      <SelectField
        label={words.event}
        {...textIn(typed, edit, 'eventId')}
        options={[
          { value: ALL_EVENTS, text: keyTexts.allEvents },
          ...events.map((event) => ({ value: event.eventId, text: event.eventName })),
        ]}
      />
      <SelectField
        label={words.expiry}
        {...textIn(typed, edit, 'days')}
        options={DAYS.map((count) => ({ value: String(count), text: words.days(count) }))}
      />
      <div className="grid gap-1.5">
        <TextField
          label={words.addresses}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...textIn(typed, edit, 'addresses')}
        />
        <p className="text-sm text-muted text-pretty">{words.addressesHint}</p>
      </div>
      <OwnPassword
        ref={passwordField}
        username={username}
        label={words.password}
        {...textIn(typed, edit, 'password')}
      />
    </Form>
  );
}
