import { type ChangeEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { editIdentifier, shownIdentifier } from '../../session/typed-identifier';

export interface Identifier {
  /** The typed characters. */
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  readonly field: {
    readonly ref: RefObject<HTMLInputElement | null>;
    readonly value: string;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

/** The contents of the login's first field: an access code looks as it is printed while it is typed. */
export function useIdentifier(first: string): Identifier {
  const [typed, setTyped] = useState(first);
  const ref = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    // Setting a value puts the caret at its end.
    if (caret.current !== null) ref.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return {
    typed,
    setTyped,
    field: {
      ref,
      value: shownIdentifier(typed),
      onChange({ target }) {
        const edit = editIdentifier(typed, target.value, target.selectionStart ?? target.value.length);
        caret.current = edit.caret;
        setTyped(edit.typed);
      },
    },
  };
}
