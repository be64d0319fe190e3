import type { RefObject } from 'react';
import { checkNewArea, isFraction, parseCapacity } from '../../../../src/shared/rules/capacity';
import type { Limit } from '../../../../src/shared/schemas/venue-settings';
import { serverMessage } from '../../api/api-client';
import { dialogTexts } from '../../texts/dialog-texts';
import { translate } from '../../texts/texts';
import { NoticeHint } from '../../ui/notice';
import { Form } from '../../ui/forms/form';
import { NumberField } from '../../ui/forms/number-field';
import { TextField } from '../../ui/forms/text-field';
import { textIn, useForm } from '../../ui/forms/use-form';
import { createArea } from '../counting/areas/areas-api';
import { LimitFields } from '../limits/limit-fields';
import { limitsToSend, readLimits, typedLimits } from '../limits/typed-limits';

export interface AreaFormProps {
  eventId: string;
  nameField?: RefObject<HTMLInputElement | null>;
  /** Called when the area was created, even if the form was closed before the answer came. */
  onCreated: () => void;
  /** Called after `onCreated`, unless the form was closed. */
  onDone?: () => void;
  onCancel?: () => void;
  submitText: string;
  /** Whether limits of authorities can be entered, too; yes by default. */
  hasLimits?: boolean;
}

/** Creates an area with a name and a capacity. */
export function AreaForm({ eventId, nameField, onCreated, onDone, hasLimits = true, ...buttons }: AreaFormProps) {
  const { typed, edit, ...form } = useForm(
    () => ({ name: '', capacity: '', limits: typedLimits() }),
    (failure) => serverMessage(failure, dialogTexts.areaDialogs.createFailed),
  );
  const { name, capacity, limits } = typed;

  function submit() {
    const area = checkNewArea(name, capacity.trim() === '' ? '' : parseCapacity(capacity));
    if (!area.ok) return form.setError(translate(area.error));
    const send = async (limited: Limit[]) => {
      await createArea(eventId, { ...area.value, ...limitsToSend(undefined, limited) });
      onCreated();
    };
    return form.submitChecked(readLimits(limits), send, onDone);
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      {...buttons}
      busyText={dialogTexts.areaDialogs.creating}
      errorHint={isFraction(capacity) && <NoticeHint>{dialogTexts.areaDialogs.wholeNumbers}</NoticeHint>}
    >
      <TextField
        ref={nameField}
        label={dialogTexts.areaDialogs.name}
        placeholder={dialogTexts.areaDialogs.namePlaceholder}
        autoComplete="off"
        {...textIn(typed, edit, 'name')}
      />
      <NumberField
        label={dialogTexts.areaDialogs.capacity}
        placeholder={dialogTexts.areaDialogs.capacityPlaceholder}
        min={1}
        {...textIn(typed, edit, 'capacity')}
      />
      {hasLimits && <LimitFields eventId={eventId} typed={limits} onEdit={(changed) => edit({ limits: changed })} />}
    </Form>
  );
}
