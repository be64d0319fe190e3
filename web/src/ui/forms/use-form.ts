import { type ChangeEvent, useState } from 'react';
import { type FailureText, type Submission, type SubmissionOptions, useSubmission } from './use-submission';

export interface FormState<Typed> extends Submission {
  typed: Typed;
  /** Changes some of what is typed, and clears the error (docs/product.md, E9). */
  edit: (change: Partial<Typed> | ((now: Typed) => Partial<Typed>)) => void;
}

/** The state of a form: what is typed into it, and its call. */
export function useForm<Typed>(
  initial: Typed | (() => Typed),
  failed?: FailureText,
  options?: SubmissionOptions,
): FormState<Typed> {
  const submission = useSubmission(failed, options);
  const [typed, setTyped] = useState(initial);

  function edit(change: Partial<Typed> | ((now: Typed) => Partial<Typed>)) {
    setTyped((now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) }));
    submission.setError(null);
  }
  return { ...submission, typed, edit };
}

/** The names of the fields that hold any text. */
type TextName<Typed> = {
  [Name in keyof Typed]-?: Typed[Name] extends string ? (string extends Typed[Name] ? Name : never) : never;
}[keyof Typed];

/** The value of a text field, and its change: props of a TextField, a NumberField or a SelectField. */
export const textIn = <Typed, Name extends string & TextName<Typed>>(
  typed: Typed & Readonly<Record<Name, string>>,
  edit: (typed: NoInfer<Typed>) => void,
  name: Name,
) => ({
  value: typed[name],
  onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => edit({ ...typed, [name]: target.value }),
});
