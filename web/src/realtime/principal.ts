import { CLOSE } from '../../../src/shared/protocol/version';
import type { Effects, Outcome, Socket, SocketListeners } from './effects';

const ENDED = { ok: false, failure: 'unauthenticated' } as const;
const NO_SOCKET: Socket = { send: () => undefined, close: () => undefined };

/**
 * A login in another tab replaces the session's cookie, which ends the session of `principal`. Nothing more may be sent
 * in the other person's name, because the room would bind the client id to them. “Not found” and “not yours” may be
 * answers to the other person, so they count only when it is certain who asked.
 */
export function askingAs(principal: string, effects: Effects): Effects {
  function isReplaced(): boolean {
    const present = effects.signedIn();
    return present !== null && present !== principal;
  }

  async function verify(): Promise<Outcome<string>> {
    const outcome = await effects.verify();
    return outcome.ok && outcome.value !== principal ? ENDED : outcome;
  }

  async function certain<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (isReplaced()) return ENDED;
    const outcome = await call();
    if (outcome.ok || (outcome.failure !== 'gone' && outcome.failure !== 'client_id_taken')) return outcome;
    const who = await verify();
    if (who.ok) return outcome;
    return who.failure === 'unauthenticated' ? ENDED : { ok: false, failure: 'later' };
  }

  /** Checked again when the socket is open: a handshake may take long, and the first frame binds the client id. */
  function openSocket(path: string, listeners: SocketListeners): Socket {
    if (isReplaced()) {
      queueMicrotask(() => listeners.closed(CLOSE.sessionEnded));
      return NO_SOCKET;
    }
    return effects.openSocket(path, {
      ...listeners,
      opened: () => (isReplaced() ? listeners.closed(CLOSE.sessionEnded) : listeners.opened()),
    });
  }

  return {
    ...effects,
    verify,
    openSocket,
    fetchAreas: (eventId, signal) => certain(() => effects.fetchAreas(eventId, signal)),
    poll: (eventId, body, signal) => certain(() => effects.poll(eventId, body, signal)),
  };
}
