import type { Ref } from 'react';
import { CheckField } from './check-field';

export interface CheckListProps<Id extends string> {
  options: readonly { readonly id: Id; readonly text: string }[];
  chosen: readonly Id[];
  onChange: (chosen: Id[]) => void;
  /** The first checkbox. */
  first?: Ref<HTMLInputElement>;
}

/** Checkboxes of which any number can be chosen. */
export const CheckList = <Id extends string>({ options, chosen, onChange, first }: CheckListProps<Id>) =>
  options.map(({ id, text }, place) => (
    <CheckField
      key={id}
      ref={place === 0 ? first : undefined}
      label={text}
      checked={chosen.includes(id)}
      onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
    />
  ));
