import { clsx } from 'clsx';
import { NOTICE_TEXT_MAX_LENGTH, NOTICE_TITLE_MAX_LENGTH } from '../../../../src/shared/evacuation/limits';
import { valid } from '../../../../src/shared/rules/checked';
import { emergencyOf } from '../../../../src/shared/rules/emergency';
import type { Event } from '../../../../src/shared/schemas/event';
import type { Emergency } from '../../../../src/shared/schemas/venue-settings';
import { dialogTexts } from '../../texts/dialog-texts';
import { controlClass, Field } from '../../ui/forms/field';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import { textIn } from '../../ui/forms/use-form';
import { saveVenue, useStoredEvent } from '../events/settings/stored-event';
import { SettingForm } from '../settings/setting-form';
import { useSettingForm } from '../settings/use-setting-form';

/** Edits what the event's displays say in an evacuation, and what they show in a drill. */
export function EmergencyForm({ event }: { event: Event }) {
  const words = dialogTexts.emergency;
  const { show, ...stored } = useStoredEvent(event);
  const form = useSettingForm({ name: words.summary, ...stored, fieldsOf });
  const { typed, edit } = form;

  function save() {
    const [title, text] = [typed.title.trim(), typed.text.trim()];
    if ((title === '') !== (text === '')) return form.setError(words.half);
    const change = { notice: title === '' ? null : { title, text }, drillShows: typed.drillShows };
    return form.save(valid(change), async (value, now) =>
      show(await saveVenue(now, { emergency: { ...emergencyOf(now), ...value } })),
    );
  }

  return (
    <SettingForm form={form} onSubmit={save} say={say}>
      <TextField
        label={words.title}
        placeholder={dialogTexts.display.notices.evacuation.title}
        maxLength={NOTICE_TITLE_MAX_LENGTH}
        {...textIn(typed, edit, 'title')}
      />
      <Field label={words.text}>
        {(id) => (
          // One line of text. It breaks, because a phone's field has no room for the usual words.
          <textarea
            id={id}
            rows={2}
            placeholder={dialogTexts.display.notices.evacuation.text}
            maxLength={NOTICE_TEXT_MAX_LENGTH}
            value={typed.text}
            onKeyDown={(press) => {
              if (press.key !== 'Enter' || press.nativeEvent.isComposing) return;
              press.preventDefault();
              press.currentTarget.form?.requestSubmit();
            }}
            onChange={({ target }) => edit({ text: inOneLine(target) })}
            className={clsx(controlClass(false), 'px-4 py-3')}
          />
        )}
      </Field>
      <p className="text-sm text-pretty text-muted">{words.hint}</p>
      <SelectField
        label={words.drill}
        options={[
          { value: 'exercise', text: words.exercise },
          { value: 'numbers', text: words.numbers },
        ]}
        value={typed.drillShows}
        onChange={({ target }) => edit({ drillShows: target.value === 'numbers' ? 'numbers' : 'exercise' })}
      />
    </SettingForm>
  );
}

/** Returns what a field holds. Makes spaces of pasted line breaks; the caret stays behind what was pasted. */
function inOneLine(field: HTMLTextAreaElement): string {
  const joined = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');
  if (!field.value.includes('\n')) return field.value;
  const caret = joined(field.value.slice(0, field.selectionEnd)).length;
  field.value = joined(field.value);
  field.setSelectionRange(caret, caret);
  return field.value;
}

interface EmergencyFields extends Pick<Emergency, 'drillShows'> {
  readonly title: string;
  readonly text: string;
}

function fieldsOf(event: Event): EmergencyFields {
  const { notice, drillShows } = emergencyOf(event);
  return { title: notice?.title ?? '', text: notice?.text ?? '', drillShows };
}

function say(name: keyof EmergencyFields, typed: EmergencyFields): string {
  const words = dialogTexts.emergency;
  if (name === 'drillShows') return `${words.drill}: ${words[typed.drillShows]}`;
  return `${words[name]}: ${typed[name] || '–'}`;
}
