import { TextField, type TextFieldProps } from './text-field';

/** The attributes of an input for a whole number. */
export const WHOLE_NUMBER = { type: 'number', inputMode: 'numeric', step: 1, autoComplete: 'off' } as const;

/** A labeled field for a whole number. Its text can be anything that a browser takes, so the form checks it. */
export function NumberField(props: TextFieldProps) {
  return <TextField {...WHOLE_NUMBER} {...props} />;
}
