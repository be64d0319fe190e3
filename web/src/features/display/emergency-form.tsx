import { type FormEvent, useState } from 'react';
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
import { useSubmission } from '../../ui/forms/use-submission';
import { Notice } from '../../ui/notice';
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
  const [title, setTitle] = useState(emergency.notice?.title ?? '');
  const [text, setText] = useState(emergency.notice?.text ?? '');
  const [drillShows, setDrillShows] = useState(emergency.drillShows);
  const { busy, error, setError, submit } = useSubmission();
  const words = dialogTexts.emergency;
  const [head, body] = [title.trim(), text.trim()];
  const changed = (set: () => void) => {
    set();
    setError(null);
  };

  async function save(submitted: FormEvent) {
    submitted.preventDefault();
    if ((head === '') !== (body === '')) {
      setError(words.half);
      return;
    }
    const notice = head === '' ? null : { title: head, text: body };
    await submit(async () => onSaved(await saveEmergency(event, { ...emergency, notice, drillShows })), onClose);
  }

  return (
    <form onSubmit={(submitted) => void save(submitted)} noValidate className="grid gap-4">
      <TextField
        label={words.title}
        placeholder={dialogTexts.display.notices.evacuation.title}
        maxLength={NOTICE_TITLE_MAX_LENGTH}
        value={title}
        onChange={({ target }) => changed(() => setTitle(target.value))}
      />
      <TextField
        label={words.text}
        placeholder={dialogTexts.display.notices.evacuation.text}
        maxLength={NOTICE_TEXT_MAX_LENGTH}
        value={text}
        onChange={({ target }) => changed(() => setText(target.value))}
      />
      <p className="text-sm text-pretty text-muted">{words.hint}</p>
      <SelectField
        label={words.drill}
        options={[
          { value: 'exercise', text: words.exercise },
          { value: 'numbers', text: words.numbers },
        ]}
        value={drillShows}
        onChange={({ target }) => changed(() => setDrillShows(target.value === 'numbers' ? 'numbers' : 'exercise'))}
      />
      {error && <Notice tone="bad">{error}</Notice>}
      <Button type="submit" variant="quiet" busy={busy}>
        {busy ? texts.common.saving : texts.common.save}
      </Button>
    </form>
  );
}

/** The venue's other settings are sent as they are known; limits and the margin's rule stay without being sent. */
function saveEmergency(event: Event, emergency: Emergency): Promise<Event> {
  const { limits: _limits, followsExpectedError: _follows, ...settings } = ownSettings(venueSettingsOf(event));
  return callApi(`${eventPath(event.eventId)}/venue`, EventSchema, { method: 'PUT', body: { ...settings, emergency } });
}
