import { describe, expect, test } from 'vitest';
import { keyId } from '../../../web/src/features/remote/remote-keys';
import { type KeyPress, refusalOf } from '../../../web/src/features/remote/teachable';

const refusal = (code: string, key: string, held: Partial<KeyPress> = {}, other: string | null = null) =>
  refusalOf({ code, key, ctrlKey: false, metaKey: false, altKey: false, ...held }, other);

test('a key is known by its place, and by its name where it has none', () => {
  expect(keyId({ code: 'KeyQ', key: 'a' })).toBe('KeyQ');
  expect(keyId({ code: '', key: 'PageDown' })).toBe('PageDown');
});

describe('a key of a remote', () => {
  test.each([
    ['PageDown', 'PageDown'],
    ['Space', ' '],
    ['Enter', 'Enter'],
    ['NumpadAdd', '+'],
    ['KeyB', 'B'],
    ['F13', 'F13'],
    ['', 'MediaTrackNext'],
    ['KeyB', 'Unidentified'],
  ])('can be taught: %j, %j', (code, key) => {
    expect(refusal(code, key)).toBeNull();
  });

  test.each<[code: string, key: string, held?: Partial<KeyPress>]>([
    ['Tab', 'Tab'],
    ['Escape', 'Escape'],
    ['ShiftLeft', 'Shift'],
    ['ControlLeft', 'Control', { ctrlKey: true }],
    ['AltLeft', 'Alt', { altKey: true }],
    ['AltRight', 'AltGraph'],
    ['MetaLeft', 'Meta', { metaKey: true }],
    ['CapsLock', 'CapsLock'],
    ['KeyR', 'r', { ctrlKey: true }],
    ['KeyL', 'l', { metaKey: true }],
    ['ArrowLeft', 'ArrowLeft', { altKey: true }],
    ['F5', 'F5'],
    ['F11', 'F11'],
    ['BrowserBack', 'BrowserBack'],
  ])('stays the browser’s: %j, %j with %o', (code, key, held) => {
    expect(refusal(code, key, held)).toBe('reserved');
  });

  test('is no volume key, which is the phone’s, none that cannot be told from others, and not the other one', () => {
    const volume = [refusal('AudioVolumeUp', 'AudioVolumeUp'), refusal('', 'AudioVolumeDown')];
    expect([...volume, refusal('VolumeUp', 'Unidentified')]).toEqual(['volume', 'volume', 'volume']);
    const nameless = ['', 'Unidentified', 'Process', 'Dead'].map((key) => refusal('', key));
    expect(new Set(nameless)).toEqual(new Set(['unknown']));
    expect(refusal('Enter', 'Enter', {}, 'Enter')).toBe('taken');
    expect(refusal('Space', ' ', {}, 'Enter')).toBeNull();
  });
});
