import type { PublicNumbers } from '../../src/shared/public-numbers/schemas';
import type { Known } from './view';

/** How often a visible widget asks, in ms: the level of a venue changes slowly, and a viral page has many visitors. */
export const POLL_EVERY_MS = 10_000;
/** A call that takes longer has failed. */
const CALL_WITHIN_MS = 8_000;

/** Numbers that were read longer ago are not shown: they would say of yesterday that it is now. */
export const OLD_AFTER_MS = 15 * 60_000;

const withoutNumbers = (numbers: PublicNumbers): PublicNumbers => ({
  ...numbers,
  state: 'paused',
  venue: null,
  areas: [],
});

const isNumbers = (body: unknown): body is PublicNumbers =>
  typeof body === 'object' && body !== null && 'state' in body && 'areas' in body && Array.isArray(body.areas);

async function ask(address: string): Promise<PublicNumbers | 'ended'> {
  const answer = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(CALL_WITHIN_MS) });
  if (answer.status === 404) return 'ended';
  const body: unknown = await answer.json();
  if (!answer.ok || !isNumbers(body)) throw new Error(`The answer is no numbers: ${answer.status}`);
  return body;
}

/**
 * Reads the numbers at once and again while `host` can be seen. Ends when the event is not public any more or the page has
 * removed the widget.
 */
export function poll(host: HTMLElement, address: string, show: (known: Known) => void): void {
  const page = host.ownerDocument;
  let known: Known = { numbers: null, state: 'loading' };
  let isOnScreen = true;
  let askedAt = -Infinity;
  /** By this device's clock, which need not agree with the server's. */
  let readAt = -Infinity;
  let isAsking = false;
  show(known);

  const forget = (): void => {
    if (known.numbers === null || known.numbers.state === 'paused' || Date.now() - readAt <= OLD_AFTER_MS) return;
    known = { ...known, numbers: withoutNumbers(known.numbers) };
    show(known);
  };
  const look = async (): Promise<void> => {
    forget();
    if (isAsking || known.state === 'ended' || !host.isConnected) return;
    if (!isOnScreen || page.visibilityState === 'hidden') return;
    if (Date.now() - askedAt < POLL_EVERY_MS) return;
    isAsking = true;
    askedAt = Date.now();
    try {
      const answer = await ask(address);
      known = answer === 'ended' ? { numbers: known.numbers, state: 'ended' } : { numbers: answer, state: 'current' };
      readAt = askedAt;
    } catch {
      known = { numbers: known.numbers, state: 'old' };
    }
    isAsking = false;
    show(known);
  };
  const lookNow = (): void => void look();
  const watcher =
    'IntersectionObserver' in globalThis
      ? new IntersectionObserver((entries) => {
          isOnScreen = entries.at(-1)?.isIntersecting ?? true;
          lookNow();
        })
      : null;
  const timer = setInterval(() => {
    if (host.isConnected && known.state !== 'ended') {
      lookNow();
      return;
    }
    clearInterval(timer);
    page.removeEventListener('visibilitychange', lookNow);
    watcher?.disconnect();
  }, 1_000);
  page.addEventListener('visibilitychange', lookNow);
  watcher?.observe(host);
  lookNow();
}
