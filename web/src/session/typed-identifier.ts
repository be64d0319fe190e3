import { ACCESS_CODE_ALPHABET, ACCESS_CODE_LENGTH } from '../../../src/shared/rules/access-code';

/**
 * The login field shows an access code as it is printed, ABCD-EFGH, while somebody types it. The typed characters are
 * kept separately: when an @ shows that it is an email, the field shows exactly those.
 */

const GROUP_LENGTH = 4;
const COULD_BE_CODE = new RegExp(`^[${ACCESS_CODE_ALPHABET}]{${GROUP_LENGTH + 1},${ACCESS_CODE_LENGTH}}$`);

/** What the field shows: without an @ capitals, and a code's hyphen from its fifth character on. */
export function shownIdentifier(typed: string): string {
  if (typed.includes('@')) return typed;
  // Only letters of codes: other letters may become two, and positions would not match.
  const upper = typed.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
  return COULD_BE_CODE.test(upper) ? `${upper.slice(0, GROUP_LENGTH)}-${upper.slice(GROUP_LENGTH)}` : upper;
}

export interface Edit {
  typed: string;
  /** The position of the caret in the text that is shown now. */
  caret: number;
}

/**
 * The typed text after an edit of the field.
 * @param typed before it
 * @param value of the field after it
 * @param caret in `value`
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
  // A paste or an autofill may have replaced anything: the field's value is what was meant.
  if (inserted.length > 1 && !isAppended) return shownAt(value, caret);

  let from = typedIndex(start);
  const to = typedIndex(shown.length - rest);
  // Backspace on the hyphen deletes the character before it.
  if (inserted === '' && from === to && value !== shown) from -= 1;
  return shownAt(typed.slice(0, from) + inserted + typed.slice(to), from + inserted.length);
}

function shownAt(typed: string, position: number): Edit {
  const hasHyphen = shownIdentifier(typed).length > typed.length;
  return { typed, caret: hasHyphen && position > GROUP_LENGTH ? position + 1 : position };
}
