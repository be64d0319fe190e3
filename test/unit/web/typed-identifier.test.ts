import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACCESS_CODE_ALPHABET } from '../../../src/shared/rules/access-code';
import { editIdentifier, shownIdentifier } from '../../../web/src/session/typed-identifier';

/** A text field that reacts to pressed keys as in a browser. */
class Field {
  typed = '';
  caret = 0;

  get shown(): string {
    return shownIdentifier(this.typed);
  }

  /** Replaces the text between the caret and `until`. */
  replace(text: string, until = this.caret): void {
    const [from, to] = [Math.min(this.caret, until), Math.max(this.caret, until)];
    const value = this.shown.slice(0, from) + text + this.shown.slice(to);
    ({ typed: this.typed, caret: this.caret } = editIdentifier(this.typed, value, from + text.length));
  }

  /** Types a text key by key and returns the field's text after each key. */
  type(text: string): string[] {
    return Array.from(text, (character) => {
      this.replace(character);
      return this.shown;
    });
  }

  backspace(times = 1): string[] {
    return Array.from({ length: times }, () => {
      this.replace('', Math.max(0, this.caret - 1));
      return this.shown;
    });
  }
}

test('a typed code appears as it is printed, and a typed hyphen adds no second one', () => {
  const field = new Field();
  const seen = ['M', 'MA', 'MA7', 'MA73', 'MA73-2', 'MA73-2C', 'MA73-2CC', 'MA73-2CCP'];
  expect(field.type('ma732ccp')).toEqual(seen);
  expect(field.caret).toBe(9);
  expect(new Field().type('ma73-2ccp').at(-1)).toBe('MA73-2CCP');
});

test('an email appears exactly as typed from its @ on', () => {
  const field = new Field();
  expect(field.type('Dana7hQ').at(-1)).toBe('DANA-7HQ');
  expect([field.type('@x.test').at(-1), field.caret]).toEqual(['Dana7hQ@x.test', 14]);
  expect(field.backspace(7).at(-1)).toBe('DANA-7HQ');
});

test('backspace deletes across the hyphen, and the caret stays in place when a person types in the middle', () => {
  const field = new Field();
  field.type('ma732c');
  expect(field.backspace(6)).toEqual(['MA73-2', 'MA73', 'MA7', 'MA', 'M', '']);
  field.type('ma732');
  field.caret = 5;
  expect([field.backspace(), field.caret]).toEqual([['MA72'], 3]);
  const middle = new Field();
  middle.type('ma32ccp');
  middle.caret = 2;
  expect([middle.type('7'), middle.caret]).toEqual([['MA73-2CCP'], 3]);
});

test('text that is typed at the end is kept without losing a character', () => {
  const keys = fc.constantFrom(...Array.from(`${ACCESS_CODE_ALPHABET}${ACCESS_CODE_ALPHABET.toLowerCase()}@.-oß `));
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 14 }), (pressed) => {
      const field = new Field();
      field.type(pressed.join(''));
      expect(field.typed).toBe(pressed.join(''));
      expect(field.caret).toBe(field.shown.length);
      expect(shownIdentifier(field.shown)).toBe(field.shown);
    }),
  );
});
