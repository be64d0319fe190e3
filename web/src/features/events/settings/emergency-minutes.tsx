import { TARGET_MINUTES_MAX } from '../../../../../src/shared/evacuation/limits';
import { UNCONFIRMED_MINUTES_MAX } from '../../../../../src/shared/orders/limits';
import { parseCapacity } from '../../../../../src/shared/rules/capacity';
import { emergencyOf } from '../../../../../src/shared/rules/emergency';
import type { Event } from '../../../../../src/shared/schemas/event';
import type { Emergency } from '../../../../../src/shared/schemas/venue-settings';
import { dialogTexts } from '../../../texts/dialog-texts';
import { fieldLabelClass } from '../../../ui/forms/field';
import { NumberField } from '../../../ui/forms/number-field';
import { textIn } from '../../../ui/forms/use-form';

/** The minutes of orders and evacuations as typed. An empty target means none. */
export interface TypedMinutes {
  readonly unconfirmed: string;
  readonly target: string;
}

export function typedMinutes(event: Event): TypedMinutes {
  const { unconfirmedMinutes, targetMinutes } = emergencyOf(event);
  return { unconfirmed: String(unconfirmedMinutes), target: String(targetMinutes ?? '') };
}

/** What the organizer decides for evacuations with these minutes; undefined if that changes nothing. It is not checked. */
export function emergencyWith(event: Event, typed: TypedMinutes): Emergency | undefined {
  const { unconfirmed, target } = typedMinutes(event);
  if (typed.unconfirmed === unconfirmed && typed.target === target) return undefined;
  return {
    ...emergencyOf(event),
    unconfirmedMinutes: parseCapacity(typed.unconfirmed),
    targetMinutes: typed.target.trim() === '' ? null : parseCapacity(typed.target),
  };
}

interface EmergencyMinutesProps {
  typed: TypedMinutes;
  onEdit: (typed: TypedMinutes) => void;
}

export function EmergencyMinutes({ typed, onEdit }: EmergencyMinutesProps) {
  const words = dialogTexts.venueSettings;
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-end gap-4">
      <legend className={fieldLabelClass}>{words.minutes}</legend>
      <NumberField
        label={words.unconfirmedMinutes}
        min={1}
        max={UNCONFIRMED_MINUTES_MAX}
        {...textIn(typed, onEdit, 'unconfirmed')}
      />
      <NumberField
        label={words.targetMinutes}
        placeholder={words.targetPlaceholder}
        min={1}
        max={TARGET_MINUTES_MAX}
        {...textIn(typed, onEdit, 'target')}
      />
      <p className="col-span-full -mt-2 text-sm text-pretty text-muted">{words.minutesHint}</p>
    </fieldset>
  );
}
