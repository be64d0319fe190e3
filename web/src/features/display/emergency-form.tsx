import { NOTICE_TEXT_MAX_LENGTH, NOTICE_TITLE_MAX_LENGTH } from '../../../../src/shared/evacuation/limits';
import { emergencyOf } from '../../../../src/shared/rules/emergency';
import { ownSettings } from '../../../../src/shared/rules/limits/lowest';
import { venueSettingsOf } from '../../../../src/shared/rules/venue-capacity';
import { type Event, EventSchema } from '../../../../src/shared/schemas/event';
import type { Emergency } from '../../../../src/shared/schemas/venue-settings';
import { callApi } from '../../api/api-client';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import { Form } from '../../ui/forms/form';
import { textIn, useForm } from '../../ui/forms/use-form';
import { eventPath } from '../events/events-api';

export interface EmergencyFormProps {
  event: Event;
  /** Called when the words were saved. */
  onSaved: (event: Event) => void;
  onClose: () => void;
}

/** Edits what the event's displays say in an evacuation, and what they show in a drill. */
export function EmergencyForm({ event, onSaved, onClose }: EmergencyFormProps) {
  const emergency = emergencyOf(event);
  const { typed, edit, ...form } = useForm({
    title: emergency.notice?.title ?? '',
    text: emergency.notice?.text ?? '',
    drillShows: emergency.drillShows,
  });
  const words = dialogTexts.emergency;
  const { drillShows } = typed;

  function save() {
    const [title, text] = [typed.title.trim(), typed.text.trim()];
    if ((title === '') !== (text === '')) return form.setError(words.half);
    const notice = title === '' ? null : { title, text };
    return form.submit(async () => onSaved(await saveEmergency(event, { ...emergency, notice, drillShows })), onClose);
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      actions={
        <Button type="submit" variant="quiet" busy={form.busy}>
          {form.busy ? texts.common.saving : texts.common.save}
        </Button>
      }
    >
      <TextField
        label={words.title}
        placeholder={dialogTexts.display.notices.evacuation.title}
        maxLength={NOTICE_TITLE_MAX_LENGTH}
        {...textIn(typed, edit, 'title')}
      />
      <TextField
        label={words.text}
        placeholder={dialogTexts.display.notices.evacuation.text}
        maxLength={NOTICE_TEXT_MAX_LENGTH}
        {...textIn(typed, edit, 'text')}
      />
      <p className="text-sm text-pretty text-muted">{words.hint}</p>
      <SelectField
        label={words.drill}
        options={[
          { value: 'exercise', text: words.exercise },
          { value: 'numbers', text: words.numbers },
        ]}
        value={drillShows}
        onChange={({ target }) => edit({ drillShows: target.value === 'numbers' ? 'numbers' : 'exercise' })}
      />
    </Form>
  );
}

/** The venue's other settings are sent as they are known; limits and the margin's rule stay without being sent. */
function saveEmergency(event: Event, emergency: Emergency): Promise<Event> {
  const { limits: _limits, followsExpectedError: _follows, ...settings } = ownSettings(venueSettingsOf(event));
  return callApi(`${eventPath(event.eventId)}/venue`, EventSchema, { method: 'PUT', body: { ...settings, emergency } });
}
