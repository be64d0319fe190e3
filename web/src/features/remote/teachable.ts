import { keyId } from './remote-keys';

export type KeyPress = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Why a key cannot be taught: the browser uses it (`reserved`), the system uses it (`volume`), it has no usable name
 * (`unknown`), or it already counts the other direction (`taken`).
 */
export type KeyRefusal = 'reserved' | 'volume' | 'unknown' | 'taken';

/** Keys that move the focus, close something, or change the meaning of other keys (UI Events, KeyboardEvent.key). */
const RESERVED = new Set([
  'Tab',
  'Escape',
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'OS',
  'Super',
  'Hyper',
  'Fn',
  'FnLock',
  'Symbol',
  'SymbolLock',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'ContextMenu',
  'PrintScreen',
  'GoBack',
  'GoHome',
  'Power',
  'PowerOff',
  'Standby',
  'WakeUp',
]);
/** Keys that browsers use for reload, full screen and other tools. Keys from F13 on are free. */
const BROWSER_KEY = /^(?:F\d|F1[0-2]|(?:Browser|Launch).+)$/;
/** What browsers report for an unknown key, and for a key that types a character only together with others. */
const UNKNOWN = new Set(['', 'Unidentified', 'Process', 'Dead']);

/**
 * Returns why this key cannot count; null if it can.
 * @param other the id (`keyId`) of the key that counts the other direction
 */
export function refusalOf(press: KeyPress, other: string | null): KeyRefusal | null {
  const { key, ctrlKey, metaKey, altKey } = press;
  const id = keyId(press);
  if (key.includes('Volume') || id.includes('Volume')) return 'volume';
  if (ctrlKey || metaKey || altKey || RESERVED.has(key) || BROWSER_KEY.test(key)) return 'reserved';
  if (UNKNOWN.has(id)) return 'unknown';
  return id === other ? 'taken' : null;
}
