import { expect, test } from 'vitest';
import { keyId } from '../../../web/src/features/remote/remote-keys';
import { type KeyPress, refusalOf } from '../../../web/src/features/remote/teachable';

const press = (fields: Partial<KeyPress>): KeyPress => ({
  code: '',
  key: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...fields,
});
const refusal = (fields: Partial<KeyPress>, other: string | null = null) => refusalOf(press(fields), other);

test('a key is known by its place, and by its name where it has none', () => {
  expect(keyId({ code: 'KeyQ', key: 'a' })).toBe('KeyQ');
  expect(keyId({ code: '', key: 'PageDown' })).toBe('PageDown');
});

test.each([
  { code: 'PageDown', key: 'PageDown' },
  { code: 'ArrowUp', key: 'ArrowUp' },
  { code: 'Space', key: ' ' },
  { code: 'Enter', key: 'Enter' },
  { code: 'NumpadAdd', key: '+' },
  { code: 'KeyB', key: 'B' },
  { code: 'F13', key: 'F13' },
  { code: '', key: 'MediaTrackNext' },
  { code: 'KeyB', key: 'Unidentified' },
])('can be taught: %j', (fields) => {
  expect(refusal(fields)).toBeNull();
});

test.each([
  ['Tab', { code: 'Tab', key: 'Tab' }],
  ['Escape', { code: 'Escape', key: 'Escape' }],
  ['a bare Shift', { code: 'ShiftLeft', key: 'Shift' }],
  ['a bare Control', { code: 'ControlLeft', key: 'Control', ctrlKey: true }],
  ['a bare Alt', { code: 'AltLeft', key: 'Alt', altKey: true }],
  ['AltGr', { code: 'AltRight', key: 'AltGraph' }],
  ['a bare Meta', { code: 'MetaLeft', key: 'Meta', metaKey: true }],
  ['Caps Lock', { code: 'CapsLock', key: 'CapsLock' }],
  ['Ctrl+R', { code: 'KeyR', key: 'r', ctrlKey: true }],
  ['Cmd+L', { code: 'KeyL', key: 'l', metaKey: true }],
  ['Alt+Left', { code: 'ArrowLeft', key: 'ArrowLeft', altKey: true }],
  ['reload', { code: 'F5', key: 'F5' }],
  ['full screen', { code: 'F11', key: 'F11' }],
  ['the back key', { code: 'BrowserBack', key: 'BrowserBack' }],
])('%s stays the browser’s', (_what, fields) => {
  expect(refusal(fields)).toBe('reserved');
});

test.each([
  { code: 'AudioVolumeUp', key: 'AudioVolumeUp' },
  { code: '', key: 'AudioVolumeDown' },
  { code: 'VolumeUp', key: 'Unidentified' },
])('volume keys are the phone’s: %j', (fields) => {
  expect(refusal(fields)).toBe('volume');
});

test.each(['', 'Unidentified', 'Process', 'Dead'])('a key without a name cannot be told from others: %j', (key) => {
  expect(refusal({ key })).toBe('unknown');
});

test('one key cannot be both', () => {
  expect(refusal({ code: 'Enter', key: 'Enter' }, 'Enter')).toBe('taken');
  expect(refusal({ code: 'Space', key: ' ' }, 'Enter')).toBeNull();
});
