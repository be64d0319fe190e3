import { ACCESS_CODE_ALPHABET, ACCESS_CODE_LENGTH } from '../../../src/shared/rules/access-code';

/**
 * The login field shows an access code as it is printed, ABCD-EFGH, while somebody types it. The typed characters are
 * kept separately: when an @ shows that the text is an email, the field shows exactly the typed characters.
 */

const GROUP_LENGTH = 4;
const COULD_BE_CODE = new RegExp(`^[${ACCESS_CODE_ALPHABET}]{${GROUP_LENGTH + 1},${ACCESS_CODE_LENGTH}}$`);

/** Returns the text to show. Without an @ it is in capitals, and a possible code has its hyphen. */
export function shownIdentifier(typed: string): string {
  if (typed.includes('@')) return typed;
  // Only the letters a to z are changed: the capitals of other letters can have two characters, so that positions would
  // differ.
  const upper = typed.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
  return COULD_BE_CODE.test(upper) ? `${upper.slice(0, GROUP_LENGTH)}-${upper.slice(GROUP_LENGTH)}` : upper;
}

export interface Edit {
  typed: string;
  /** The position of the caret in the shown text. */
  caret: number;
}

/**
 * Returns the typed text and the caret after an edit of the field.
 * @param typed the typed text before the edit
 * @param value the field's value after the edit
 * @param caret the position in `value`
 */
export function editIdentifier(typed: string, value: string, caret: number): Edit {
  const shown = shownIdentifier(typed);
  const hasHyphen = shown.length > typed.length;
  const typedIndex = (index: number) => (hasHyphen && index > GROUP_LENGTH ? index - 1 : index);

  let start = 0;
  while (start < Math.min(shown.length, value.length) && shown[start] === value[start]) start += 1;
  let rest = 0;
  while (rest < Math.min(shown.length, value.length) - start && shown.at(-1 - rest) === value.at(-1 - rest)) rest += 1;

  const inserted = value.slice(start, value.length - rest);
  const isAppended = start === shown.length;
  // A paste or an autofill may have replaced any part, so the field's whole value becomes the typed text.
  if (inserted.length > 1 && !isAppended) return shownAt(value, caret);

  let from = typedIndex(start);
  const to = typedIndex(shown.length - rest);
  // Backspace on the hyphen deletes the character before the hyphen.
  if (inserted === '' && from === to && value !== shown) from -= 1;
  return shownAt(typed.slice(0, from) + inserted + typed.slice(to), from + inserted.length);
}

function shownAt(typed: string, position: number): Edit {
  const hasHyphen = shownIdentifier(typed).length > typed.length;
  return { typed, caret: hasHyphen && position > GROUP_LENGTH ? position + 1 : position };
}
