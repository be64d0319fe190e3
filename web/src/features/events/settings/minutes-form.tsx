import { TARGET_MINUTES_MAX } from '../../../../../src/shared/evacuation/limits';
import { UNCONFIRMED_MINUTES_MAX } from '../../../../../src/shared/orders/limits';
import { parseCapacity } from '../../../../../src/shared/rules/capacity';
import { checkEmergency, emergencyOf } from '../../../../../src/shared/rules/emergency';
import type { Event } from '../../../../../src/shared/schemas/event';
import { dialogTexts } from '../../../texts/dialog-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { NumberField } from '../../../ui/forms/number-field';
import { textIn } from '../../../ui/forms/use-form';
import { Place } from '../../settings/place';
import { SettingForm } from '../../settings/setting-form';
import { useSettingForm } from '../../settings/use-setting-form';
import { saveVenue, useStoredEvent } from './stored-event';

/** Edits the minutes of orders and evacuations. An empty target means none. */
export function MinutesForm({ event }: { event: Event }) {
  const words = dialogTexts.venueSettings;
  const { show, ...stored } = useStoredEvent(event);
  const form = useSettingForm({ name: settingPagesTexts.section.control, ...stored, fieldsOf });
  const { typed, edit } = form;

  const minutes = {
    unconfirmedMinutes: parseCapacity(typed.unconfirmed),
    targetMinutes: typed.target.trim() === '' ? null : parseCapacity(typed.target),
  };
  const save = () =>
    form.save(checkEmergency({ ...emergencyOf(event), ...minutes }), async (_checked, now) =>
      show(await saveVenue(now, { emergency: { ...emergencyOf(now), ...minutes } })),
    );
  return (
    <SettingForm form={form} onSubmit={save} say={say}>
      <Place id="minutes" className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] items-end gap-4">
        <NumberField
          label={words.unconfirmedMinutes}
          min={1}
          max={UNCONFIRMED_MINUTES_MAX}
          {...textIn(typed, edit, 'unconfirmed')}
        />
        <NumberField
          label={words.targetMinutes}
          placeholder={words.targetPlaceholder}
          min={1}
          max={TARGET_MINUTES_MAX}
          {...textIn(typed, edit, 'target')}
        />
        <p className="col-span-full -mt-2 text-sm text-pretty text-muted">{words.minutesHint}</p>
      </Place>
    </SettingForm>
  );
}

interface MinuteFields {
  readonly unconfirmed: string;
  readonly target: string;
}

function fieldsOf(event: Event): MinuteFields {
  const { unconfirmedMinutes, targetMinutes } = emergencyOf(event);
  return { unconfirmed: String(unconfirmedMinutes), target: String(targetMinutes ?? '') };
}

function say(name: keyof MinuteFields, typed: MinuteFields): string {
  const words = dialogTexts.venueSettings;
  return name === 'unconfirmed'
    ? `${words.unconfirmedMinutes}: ${typed.unconfirmed}`
    : `${words.targetMinutes}: ${typed.target || words.targetPlaceholder}`;
}
