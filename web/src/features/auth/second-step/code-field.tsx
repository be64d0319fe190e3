import type { Ref } from 'react';
import { secondStepTexts } from '../../../texts/second-step-texts';
import { TextField } from '../../../ui/forms/text-field';

export interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  code: string;
  onChange: (code: string) => void;
  /** Whether a recovery code is asked for, which has letters. */
  isRecovery?: boolean;
  invalid?: boolean;
}

/** The field for a code of an authenticator app, or for a recovery code. */
export const CodeField = ({ ref, code, onChange, isRecovery = false, invalid = false }: CodeFieldProps) => (
  <TextField
    ref={ref}
    label={isRecovery ? secondStepTexts.recoveryCode : secondStepTexts.code}
    name="code"
    autoComplete={isRecovery ? 'off' : 'one-time-code'}
    inputMode={isRecovery ? 'text' : 'numeric'}
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    required
    invalid={invalid}
    value={code}
    onChange={({ target }) => onChange(target.value)}
  />
);
