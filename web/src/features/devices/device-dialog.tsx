import { useId } from 'react';
import { DEVICE_NAME_MAX_LENGTH } from '../../../../src/shared/schemas/limits';
import { usableDeviceName } from '../../../../src/shared/visible-text';
import type { Category } from '../../../../src/shared/schemas/category';
import { DIRECTIONS } from '../../../../src/shared/schemas/device';
import { changeDevice, COUNT_FEEDBACKS, readDevice, type DeviceSettings } from '../../device/device';
import { HANDS } from '../../device/hand';
import { dialogTexts } from '../../texts/dialog-texts';
import { texts } from '../../texts/app-texts';
import { CheckField } from '../../ui/forms/check-field';
import { Dialog } from '../../ui/overlays/dialog';
import { Form } from '../../ui/forms/form';
import { TextField } from '../../ui/forms/text-field';
import { textIn, useForm } from '../../ui/forms/use-form';
import { useAreaChoice } from './area-choice';
import { KeyHelp } from './key-help';
import { RemoteField } from './remote-field';
import { feedbackOf, canSpeak } from '../feedback/give-feedback';
import { canVibrate } from '../feedback/vibration';
import { fieldLabelClass } from '../../ui/forms/field';
import { RadioOption } from '../../ui/forms/radio-option';

export interface DeviceDialogProps {
  /** The event on the screen. */
  eventId: string;
  /** The event's categories that have pads. */
  categories?: readonly Category[];
  onClose: () => void;
}

const NO_CATEGORIES: readonly Category[] = [];

/** The settings of this device: name, area, direction, hand, feedback and remote. */
export function DeviceDialog({ eventId, categories = NO_CATEGORIES, onClose }: DeviceDialogProps) {
  const { typed, edit, ...form } = useForm(() => ({ ...readDevice(), name: readDevice().deviceName ?? '' }));
  const { name, direction, hand, sound, feedback, sayCount, remote } = typed;
  const { field: areaField, saveArea } = useAreaChoice(eventId);

  function save() {
    changeDevice({ deviceName: usableDeviceName(name), direction, hand, sound, feedback, sayCount, remote });
    saveArea();
    onClose();
  }

  return (
    <Dialog onClose={onClose} title={texts.device.title}>
      <Form form={form} onSubmit={save} onCancel={onClose} className="grid gap-5">
        <TextField
          label={dialogTexts.deviceForm.name}
          placeholder={dialogTexts.deviceForm.namePlaceholder}
          maxLength={DEVICE_NAME_MAX_LENGTH}
          autoComplete="off"
          {...textIn(typed, edit, 'name')}
        />
        {areaField}
        <Choice
          label={dialogTexts.deviceForm.direction}
          options={DIRECTIONS.map((value) => ({ value, text: texts.device.direction[value] }))}
          chosen={direction}
          onChoose={(value) => edit({ direction: value })}
        />
        <Choice
          label={dialogTexts.deviceForm.hand}
          options={HANDS.map((value) => ({ value, text: dialogTexts.deviceForm.hands[value] }))}
          chosen={hand}
          onChoose={(value) => edit({ hand: value })}
        />
        <CheckField
          label={dialogTexts.deviceForm.sound}
          checked={sound}
          onChange={(checked) => edit({ sound: checked })}
        />
        <FeedbackFields settings={typed} onChange={edit} />
        <RemoteField remote={remote} categories={categories} onChange={(taught) => edit({ remote: taught })} />
        {categories.length > 0 && <KeyHelp categories={categories} />}
      </Form>
    </Dialog>
  );
}

type FeedbackSettings = Pick<DeviceSettings, 'feedback' | 'sayCount'>;

export interface FeedbackFieldsProps {
  settings: FeedbackSettings;
  onChange: (change: FeedbackSettings) => void;
}

/** The ways to confirm a tap to somebody who does not look. Only ways that this browser supports are offered. */
export function FeedbackFields({ settings, onChange }: FeedbackFieldsProps) {
  const ways = COUNT_FEEDBACKS.filter((way) => way !== 'vibration' || canVibrate());
  return (
    <>
      <Choice
        label={dialogTexts.deviceForm.feedback}
        options={ways.map((value) => ({ value, text: dialogTexts.deviceForm.feedbacks[value] }))}
        chosen={feedbackOf(settings)}
        onChoose={(feedback) => onChange({ feedback })}
      />
      {canSpeak() && (
        <CheckField
          label={dialogTexts.deviceForm.sayCount}
          checked={settings.sayCount ?? false}
          onChange={(sayCount) => onChange({ sayCount })}
        />
      )}
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { readonly value: Value; readonly text: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A choice between a few options, shown side by side. */
export function Choice<Value extends string>({ label, options, chosen, onChoose }: ChoiceProps<Value>) {
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
