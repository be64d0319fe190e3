import { useRef } from 'react';
import type { QuietHours, RecipientChoices, RecipientKind } from '../../../../src/shared/notifications/schemas';
import { DEFAULT_VENUE_SETTINGS, venueSettingsOf } from '../../../../src/shared/rules/venue-capacity';
import type { Event } from '../../../../src/shared/schemas/event';
import { ownMessage } from '../../api/api-client';
import { deviceZone } from '../../texts/format';
import { notificationTexts } from '../../texts/notification-texts';
import { CheckField } from '../../ui/forms/check-field';
import { CheckList } from '../../ui/forms/check-list';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import { Form } from '../../ui/forms/form';
import { textIn, useForm } from '../../ui/forms/use-form';
import { TopicChoice } from './topic-choice';

/** The minutes that the form offers; the server accepts others, too. */
const MINUTES = [0, 1, 2, 5, 10, 15, 30, 60];

const NIGHT = { from: '23:00', to: '08:00', letsHighestThrough: true };

export const NEW_CHOICES: RecipientChoices = {
  name: '',
  eventIds: null,
  threshold: 0,
  afterMinutes: 0,
  quietHours: null,
};

/** The levels of the account's events, and the chosen one, ascending. */
function levelsOf(events: readonly Event[], chosen: number): number[] {
  const levels = [...events.map(venueSettingsOf), DEFAULT_VENUE_SETTINGS].flatMap((venue) => venue.alertThresholds);
  return [...new Set([...levels, ...(chosen === 0 ? [] : [chosen])])].toSorted((a, b) => a - b);
}

export interface RecipientFormProps {
  kind: RecipientKind;
  events: readonly Event[];
  initial: RecipientChoices;
  /** Whether the recipient is new, and therefore needs an address. */
  isNew: boolean;
  onSave: (choices: RecipientChoices, address: string) => Promise<void>;
  describeFailure: (failure: unknown) => string;
  /** Called after a success. */
  onClose: () => void;
  onCancel: () => void;
}

/** What a recipient is told, and when; for a new one also where. */
export function RecipientForm(props: RecipientFormProps) {
  const { kind, events, initial, isNew, onSave, describeFailure, onClose, onCancel } = props;
  const words = notificationTexts.form;
  const { typed, edit, ...form } = useForm({ ...initial, address: '' }, (failure) =>
    ownMessage(failure, describeFailure(failure)),
  );
  const { address, ...choices } = typed;
  const { name, eventIds, threshold, afterMinutes, quietHours, topics } = choices;
  const [nameField, addressField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const needsAddress = isNew && kind !== 'push';

  function submit() {
    if (name.trim() === '') return form.setError(words.nameMissing, nameField);
    if (needsAddress && address.trim() === '') return form.setError(words.addressMissing, addressField);
    if (topics?.length === 0) return form.setError(words.noTopics);
    if (eventIds?.length === 0) return form.setError(words.noEvents);
    return form.submit(() => onSave(choices, address.trim()), onClose);
  }

  return (
    <Form form={form} onSubmit={submit} onCancel={onCancel} submitText={isNew ? words.submitAdd : words.submitSave}>
      <TextField ref={nameField} label={words.name} autoComplete="off" {...textIn(typed, edit, 'name')} />
      {needsAddress && (
        <TextField
          ref={addressField}
          label={kind === 'mail' ? words.mail : words.url}
          type={kind === 'mail' ? 'email' : 'url'}
          inputMode={kind === 'mail' ? 'email' : 'url'}
          autoComplete="off"
          {...textIn(typed, edit, 'address')}
        />
      )}
      {topics && <TopicChoice topics={topics} onChange={(chosen) => edit({ topics: chosen })} />}
      <EventChoice events={events} eventIds={eventIds} onChange={(chosen) => edit({ eventIds: chosen })} />
      {(topics === undefined || topics.includes('alerts')) && (
        <>
          <SelectField
            label={words.level}
            value={String(threshold)}
            onChange={({ target }) => edit({ threshold: Number(target.value) })}
            options={[
              { value: '0', text: words.allLevels },
              ...levelsOf(events, threshold).map((level) => ({ value: String(level), text: words.levelFrom(level) })),
            ]}
          />
          <SelectField
            label={words.when}
            value={String(afterMinutes)}
            onChange={({ target }) => edit({ afterMinutes: Number(target.value) })}
            options={[...new Set([...MINUTES, afterMinutes])]
              .toSorted((a, b) => a - b)
              .map((minutes) => ({
                value: String(minutes),
                text: minutes === 0 ? words.atOnce : words.afterMinutes(minutes),
              }))}
          />
          <QuietFields hours={quietHours} onChange={(hours) => edit({ quietHours: hours })} />
        </>
      )}
    </Form>
  );
}

interface EventChoiceProps {
  events: readonly Event[];
  eventIds: readonly string[] | null;
  onChange: (eventIds: string[] | null) => void;
}

function EventChoice({ events, eventIds, onChange }: EventChoiceProps) {
  const words = notificationTexts.form;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-sm font-medium text-muted">{words.events}</legend>
      <CheckField
        label={words.allEvents}
        checked={eventIds === null}
        onChange={(isAll) => onChange(isAll ? null : events.map(({ eventId }) => eventId))}
      />
      {eventIds !== null && (
        <div className="grid max-h-60 gap-1 overflow-y-auto rounded-field border border-line px-3 py-1">
          <CheckList
            options={events.map(({ eventId, eventName }) => ({ id: eventId, text: eventName }))}
            chosen={eventIds}
            onChange={onChange}
          />
        </div>
      )}
    </fieldset>
  );
}

interface QuietFieldsProps {
  hours: QuietHours | null;
  onChange: (hours: QuietHours | null) => void;
}

function QuietFields({ hours, onChange }: QuietFieldsProps) {
  const words = notificationTexts.form;
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{words.quietHours}</legend>
      <CheckField
        label={words.quietHours}
        checked={hours !== null}
        onChange={(isOn) => onChange(isOn ? { ...NIGHT, timeZone: deviceZone() } : null)}
      />
      {hours !== null && (
        <>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
            <TextField label={words.from} type="time" required {...textIn(hours, onChange, 'from')} />
            <TextField label={words.to} type="time" required {...textIn(hours, onChange, 'to')} />
          </div>
          <p className="text-sm text-muted wrap-anywhere">{words.zone(hours.timeZone)}</p>
          <CheckField
            label={words.highest}
            checked={hours.letsHighestThrough}
            onChange={(letsHighestThrough) => onChange({ ...hours, letsHighestThrough })}
          />
        </>
      )}
    </fieldset>
  );
}
