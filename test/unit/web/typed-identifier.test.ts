import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { editIdentifier, shownIdentifier } from '../../../web/src/lib/typed-identifier';
import { ACCESS_CODE_ALPHABET } from '../../../src/shared/rules/access-code';

/** A field in which keys are pressed, as a browser edits it. */
class Field {
  typed = '';
  caret = 0;

  get shown(): string {
    return shownIdentifier(this.typed);
  }

  /** Puts this in place of what lies between the caret and `until`. */
  replace(text: string, until = this.caret): void {
    const [from, to] = [Math.min(this.caret, until), Math.max(this.caret, until)];
    const value = this.shown.slice(0, from) + text + this.shown.slice(to);
    ({ typed: this.typed, caret: this.caret } = editIdentifier(this.typed, value, from + text.length));
  }

  type(text: string): void {
    for (const character of text) this.replace(character);
  }

  backspace(times = 1): void {
    for (let time = 0; time < times; time += 1) this.replace('', Math.max(0, this.caret - 1));
  }
}

test('a code that is typed stands as it is printed', () => {
  const field = new Field();
  const seen = Array.from('ma732ccp', (key) => {
    field.type(key);
    return field.shown;
  });
  expect(seen).toEqual(['M', 'MA', 'MA7', 'MA73', 'MA73-2', 'MA73-2C', 'MA73-2CC', 'MA73-2CCP']);
  expect(field.caret).toBe(9);
});

test('a hyphen that is typed is no second one', () => {
  const field = new Field();
  field.type('ma73-2ccp');
  expect(field.shown).toBe('MA73-2CCP');
});

test('an email stands exactly as it was typed, from its @ on', () => {
  const field = new Field();
  field.type('Dana7hQ');
  expect(field.shown).toBe('DANA-7HQ');
  field.type('@x.test');
  expect([field.shown, field.caret]).toEqual(['Dana7hQ@x.test', 14]);
  field.backspace(7);
  expect(field.shown).toBe('DANA-7HQ');
});

test('backspace takes back character by character, over the hyphen too', () => {
  const field = new Field();
  field.type('ma732c');
  const seen = Array.from({ length: 6 }, () => {
    field.backspace();
    return field.shown;
  });
  expect(seen).toEqual(['MA73-2', 'MA73', 'MA7', 'MA', 'M', '']);
  field.type('ma732');
  field.caret = 5;
  field.backspace();
  expect([field.shown, field.caret]).toEqual(['MA72', 3]);
});

test('the caret stays where somebody types in the middle', () => {
  const field = new Field();
  field.type('ma32ccp');
  field.caret = 2;
  field.type('7');
  expect([field.shown, field.caret]).toEqual(['MA73-2CCP', 3]);
});

test.each(['ma732ccp', 'Dana@x.test', 'MA73-2CCP', ' ma73 2ccp '])(
  'what is pasted over all is taken as it is: %s',
  (text) => {
    const field = new Field();
    field.type('old1234');
    field.caret = 0;
    field.replace(text, field.shown.length);
    expect(field.typed).toBe(text);
  },
);

test('whatever is typed at the end is what was typed, and no character is lost', () => {
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
