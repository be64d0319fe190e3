import { keyId } from './remote-keys';

export type KeyPress = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Why a key cannot be taught: the browser uses it, the system uses it, it has no name, or it counts the other
 * direction.
 */
export type KeyRefusal = 'reserved' | 'volume' | 'unknown' | 'taken';

/** Keys that move the focus, leave things, or change what other keys mean (UI Events, KeyboardEvent.key). */
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
/** Reload, full screen and other tools of browsers; those from F13 on are free. */
const BROWSER_KEY = /^(?:F\d|F1[0-2]|(?:Browser|Launch).+)$/;
/** What browsers report for a key that they do not know, or that types a character only together with others. */
const UNKNOWN = new Set(['', 'Unidentified', 'Process', 'Dead']);

/**
 * Why this key cannot count; null if it can.
 * @param other the key that counts the other direction, as `keyId` names it
 */
export function refusalOf(press: KeyPress, other: string | null): KeyRefusal | null {
  const { key, ctrlKey, metaKey, altKey } = press;
  const id = keyId(press);
  if (key.includes('Volume') || id.includes('Volume')) return 'volume';
  if (ctrlKey || metaKey || altKey || RESERVED.has(key) || BROWSER_KEY.test(key)) return 'reserved';
  if (UNKNOWN.has(id)) return 'unknown';
  return id === other ? 'taken' : null;
}
