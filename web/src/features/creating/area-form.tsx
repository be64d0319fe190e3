import { type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { checkNewArea, isFraction, parseCapacity } from '../../../../src/shared/rules/capacity';
import type { Limit } from '../../../../src/shared/schemas/venue-settings';
import { serverMessage } from '../../api/api-client';
import { dialogTexts } from '../../texts/dialog-texts';
import { translate } from '../../texts/texts';
import { Notice, NoticeHint } from '../../ui/notice';
import { NumberField } from '../../ui/forms/number-field';
import { TextField } from '../../ui/forms/text-field';
import { useSubmission } from '../../ui/forms/use-submission';
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
  /** The form's buttons. */
  children: (busy: boolean) => ReactNode;
}

/** Creates an area with a name and a capacity. */
export function AreaForm({ eventId, nameField, onCreated, onDone, children }: AreaFormProps) {
  const [name, setName] = useState('');
  const [capacity, setCapacity] = useState('');
  const [limits, setLimits] = useState(() => typedLimits());
  const { busy, error, setError, submitChecked } = useSubmission((failure) =>
    serverMessage(failure, dialogTexts.areaDialogs.createFailed),
  );

  async function submitForm(event: FormEvent) {
    event.preventDefault();
    const area = checkNewArea(name, capacity.trim() === '' ? '' : parseCapacity(capacity));
    if (!area.ok) return setError(translate(area.error));
    const send = async (limited: Limit[]) => {
      await createArea(eventId, { ...area.value, ...limitsToSend(undefined, limited) });
      onCreated();
    };
    await submitChecked(readLimits(limits), send, onDone);
  }

  return (
    <form onSubmit={(event) => void submitForm(event)} noValidate className="grid gap-4">
      <TextField
        ref={nameField}
        label={dialogTexts.areaDialogs.name}
        placeholder={dialogTexts.areaDialogs.namePlaceholder}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
      />
      <NumberField
        label={dialogTexts.areaDialogs.capacity}
        placeholder={dialogTexts.areaDialogs.capacityPlaceholder}
        min={1}
        value={capacity}
        onChange={(event) => setCapacity(event.target.value)}
      />
      <LimitFields typed={limits} onEdit={setLimits} />
      {error && <Notice tone="bad">{error}</Notice>}
      {error && isFraction(capacity) && <NoticeHint>{dialogTexts.areaDialogs.wholeNumbers}</NoticeHint>}
      {children(busy)}
    </form>
  );
}
