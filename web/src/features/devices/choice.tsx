import { useId } from 'react';
import { fieldLabelClass } from '../../ui/forms/field';
import { RadioOption } from '../../ui/forms/radio-option';

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { readonly value: Value; readonly text: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A few options side by side, all visible. */
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
