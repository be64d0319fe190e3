import type { WheelEvent } from 'react';
import { TextField, type TextFieldProps } from './text-field';

/** Gives up the focus: browsers change a number that has it while a wheel turns over it, and nobody notices. */
const ignoreWheel = ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur();

const NUMBER = { type: 'number', autoComplete: 'off', onWheel: ignoreWheel } as const;

/** The attributes of an input for a whole number. */
export const WHOLE_NUMBER = { ...NUMBER, inputMode: 'numeric', step: 1 } as const;

/** The attributes of an input for a number with decimals, from 0. */
export const DECIMAL_NUMBER = { ...NUMBER, inputMode: 'decimal', step: 'any', min: 0 } as const;

/** A labeled field for a whole number. Its text can be anything that a browser takes, so the form checks it. */
export function NumberField(props: TextFieldProps) {
  return <TextField {...WHOLE_NUMBER} {...props} />;
}
