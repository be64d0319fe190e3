import { type RefObject, useId } from 'react';
import { TextField } from '../../ui/forms/text-field';
import { clsx } from 'clsx';
import { needMessage, PASSWORD_RULES } from '../../../../src/shared/rules/password';
import { signInTexts } from '../../texts/sign-in-texts';
import { translate } from '../../texts/texts';
import { Check, Circle } from '../../ui/icons/checks';

export interface NewPasswordFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  password: string;
  onChange: (password: string) => void;
}

/** A field for a new password, with the list of requirements. */
export function NewPasswordField({ ref, label, password, onChange }: NewPasswordFieldProps) {
  const hintId = useId();
  return (
    <>
      <TextField
        ref={ref}
        label={label}
        name="password"
        type="password"
        value={password}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="new-password"
        aria-describedby={hintId}
        required
      />
      <PasswordHint id={hintId} password={password} />
    </>
  );
}

interface PasswordHintProps {
  id: string;
  password: string;
}

/** Lists the requirements of a password, each checked off as soon as the typed text meets it. */
function PasswordHint({ id, password }: PasswordHintProps) {
  return (
    <div id={id} className="text-sm text-muted">
      <p className="mb-1.5">{signInTexts.signup.hint}</p>
      <ul className="grid gap-1">
        {PASSWORD_RULES.map((rule) => {
          const met = rule.met(password);
          return (
            <li key={rule.need} className={clsx('flex items-start gap-2', met && 'font-medium text-good')}>
              {met ? (
                <Check size={16} strokeWidth={3} className="mt-0.5 shrink-0" />
              ) : (
                <Circle size={16} className="mt-0.5 shrink-0" />
              )}
              <span>{translate(needMessage(rule.need))}</span>
              <span className="sr-only">({met ? signInTexts.signup.ruleMet : signInTexts.signup.ruleUnmet})</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
