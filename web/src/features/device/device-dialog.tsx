import { type FormEvent, useId, useState } from 'react';
import { DEVICE_NAME_MAX_LENGTH } from '../../../../src/shared/limits';
import { usableDeviceName } from '../../../../src/shared/rules/names';
import { DIRECTIONS } from '../../../../src/shared/schemas/device';
import { changeDevice, readDevice } from '../../lib/device';
import { HANDS } from '../../lib/hand';
import { lateTexts } from '../../lib/late-texts';
import { texts } from '../../lib/app-texts';
import { CheckField } from '../../ui/check-field';
import { Dialog, FormActions } from '../../ui/dialog';
import { fieldLabelClass } from '../../ui/field';
import { RadioOption } from '../../ui/radio-option';
import { TextField } from '../../ui/text-field';
import { useAreaChoice } from './area-choice';

export interface DeviceDialogProps {
  /** That is shown. */
  eventId: string;
  onClose: () => void;
}

/** What this device is called, where and which way it counts, and in which hand it lies. */
export function DeviceDialog(props: DeviceDialogProps) {
  return (
    <Dialog onClose={props.onClose} title={texts.device.title}>
      <DeviceForm {...props} />
    </Dialog>
  );
}

function DeviceForm({ eventId, onClose }: DeviceDialogProps) {
  const [settings, setSettings] = useState(readDevice);
  const [name, setName] = useState(settings.deviceName ?? '');
  const { direction, hand, sound } = settings;
  const { field: areaField, saveArea } = useAreaChoice(eventId);

  function save(event: FormEvent) {
    event.preventDefault();
    changeDevice({ deviceName: usableDeviceName(name), direction, hand, sound });
    saveArea();
    onClose();
  }

  return (
    <form onSubmit={save} className="grid gap-5">
      <TextField
        label={lateTexts.deviceForm.name}
        placeholder={lateTexts.deviceForm.namePlaceholder}
        maxLength={DEVICE_NAME_MAX_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
      />
      {areaField}
      <Choice
        label={lateTexts.deviceForm.direction}
        options={DIRECTIONS.map((value) => ({ value, text: texts.device.direction[value] }))}
        chosen={direction}
        onChoose={(value) => setSettings({ ...settings, direction: value })}
      />
      <Choice
        label={lateTexts.deviceForm.hand}
        options={HANDS.map((value) => ({ value, text: lateTexts.deviceForm.hands[value] }))}
        chosen={hand}
        onChoose={(value) => setSettings({ ...settings, hand: value })}
      />
      <CheckField
        label={lateTexts.deviceForm.sound}
        checked={sound}
        onChange={(checked) => setSettings({ ...settings, sound: checked })}
      />
      <FormActions onCancel={onClose} busy={false} submitText={texts.common.save} />
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { readonly value: Value; readonly text: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A few options side by side, all of them in sight. */
function Choice<Value extends string>({ label, options, chosen, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <span id={id} className={fieldLabelClass}>
        {label}
      </span>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-1 rounded-field bg-sunken p-1">
        {options.map(({ value, text }) => (
          <RadioOption
            key={value}
            name={id}
            value={value}
            checked={value === chosen}
            onChoose={() => onChoose(value)}
            className="touch-pad min-h-12 rounded-[0.625rem] px-2 text-center font-semibold"
          >
            {text}
          </RadioOption>
        ))}
      </div>
    </div>
  );
}
