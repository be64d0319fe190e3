import { expect, test } from 'vitest';
import { keyId } from '../../../web/src/features/remote/remote-keys';
import { type KeyPress, refusalOf } from '../../../web/src/features/remote/teachable';

const refusal = (code: string, key: string, held: Partial<KeyPress> = {}, other: string | null = null) =>
  refusalOf({ code, key, ctrlKey: false, metaKey: false, altKey: false, ...held }, other);

test('a key is known by its place, and by its name where it has none', () => {
  expect(keyId({ code: 'KeyQ', key: 'a' })).toBe('KeyQ');
  expect(keyId({ code: '', key: 'PageDown' })).toBe('PageDown');
});

test.each<[code: string, key: string, held: Partial<KeyPress>, other: string | null, refused: string | null]>([
  ['PageDown', 'PageDown', {}, null, null],
  ['Space', ' ', {}, 'Enter', null],
  ['', 'MediaTrackNext', {}, null, null],
  ['Tab', 'Tab', {}, null, 'reserved'],
  ['ShiftLeft', 'Shift', {}, null, 'reserved'],
  ['KeyR', 'r', { ctrlKey: true }, null, 'reserved'],
  ['F5', 'F5', {}, null, 'reserved'],
  ['AudioVolumeUp', 'AudioVolumeUp', {}, null, 'volume'],
  ['', 'Unidentified', {}, null, 'unknown'],
  ['Enter', 'Enter', {}, 'Enter', 'taken'],
])('the key %j, %j of a remote, with %o and beside %s, is refused as %s', (code, key, held, other, refused) => {
  expect(refusal(code, key, held, other)).toBe(refused);
});
