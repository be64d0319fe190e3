import type { Remote } from '../../device/device';

/** Names a key by its position, on any layout; a remote without positions has the key's own name. */
export const keyId = ({ code, key }: Pick<KeyboardEvent, 'code' | 'key'>): string => code || key;

/** Repeats of a key that is held come faster: what comes later is another press, whose predecessor's end was not heard. */
const HELD_FOR_MS = 2_000;

/** Keeps a key's event from everything that would react to it: a focused button, a menu, the page's scroll. */
export function take(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Whether a key that is pressed there is meant for something else. */
export type IsElsewhere = (target: EventTarget | null) => boolean;
export type RemotePress = (change: 1 | -1, target: EventTarget | null) => void;

/** Reports one press for each time that a key of the remote goes down and up, before the rest of the page. */
export function hearRemote({ plus, minus }: Remote, isElsewhere: IsElsewhere, press: RemotePress): () => void {
  /** By key: when it last said that it is down. */
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
      // A focused button's click comes when Space is released.
      if (held.delete(keyId(event))) take(event);
    },
    options,
  );
  // A page that is left meanwhile does not get a key's release.
  window.addEventListener('blur', () => held.clear(), options);
  return () => heard.abort();
}
