import type { Remote } from '../../device/device';

/**
 * Returns an id for a key: its position, which is the same on any keyboard layout. A remote without positions has only
 * the key's own name.
 */
export const keyId = ({ code, key }: Pick<KeyboardEvent, 'code' | 'key'>): string => code || key;

/**
 * A held key sends keydown events at shorter intervals than this (ms). A later keydown is a new press, and the release
 * before it was missed.
 */
const HELD_FOR_MS = 2_000;

/** Stops a key event, so that no focused button, menu or scrolling reacts to it. */
export function take(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Whether a key that is pressed on this element is not meant for counting. */
export type IsElsewhere = (target: EventTarget | null) => boolean;
export type RemotePress = (change: 1 | -1, target: EventTarget | null) => void;

/** Reports one press each time a key of the remote goes down, before the rest of the page receives the key. */
export function hearRemote({ plus, minus }: Remote, isElsewhere: IsElsewhere, press: RemotePress): () => void {
  /** The time of the last keydown of each held key, as a `timeStamp` (ms). */
  const held = new Map<string, number>();
  const heard = new AbortController();
  const options = { capture: true, signal: heard.signal };

  document.addEventListener(
    'keydown',
    (event) => {
      const { target, repeat, timeStamp, ctrlKey, metaKey, altKey } = event;
      const id = keyId(event);
      if ((id !== plus && id !== minus) || ctrlKey || metaKey || altKey || isElsewhere(target)) return;
      take(event);
      const isHeld = repeat || timeStamp - (held.get(id) ?? Number.NEGATIVE_INFINITY) < HELD_FOR_MS;
      held.set(id, timeStamp);
      if (!isHeld) press(id === plus ? 1 : -1, target);
    },
    options,
  );
  document.addEventListener(
    'keyup',
    (event) => {
      // Stops the release, too: a focused button is clicked when Space is released.
      if (held.delete(keyId(event))) take(event);
    },
    options,
  );
  // When the page loses the focus, it does not receive the release of a key.
  window.addEventListener('blur', () => held.clear(), options);
  return () => heard.abort();
}
