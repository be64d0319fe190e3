import { CLOSE } from '../../../src/shared/protocol/version';
import type { Effects, Outcome, Socket, SocketListeners } from './effects';

const ENDED = { ok: false, failure: 'unauthenticated' } as const;
const NO_SOCKET: Socket = { send: () => undefined, close: () => undefined };

/**
 * Returns effects that stop when another person logs in. A login in another tab replaces the session's cookie, so that
 * `principal`'s session ends. Nothing more may be sent then, because the room would bind the client id to the other
 * person. The answer “not found” may also be meant for the other person, or for an event that is not chosen for the
 * principal any more, so it counts only if it is certain who asked and may see the event.
 */
export function askingAs<Kind extends Effects>(principal: string, effects: Kind): Kind {
  function isReplaced(): boolean {
    const present = effects.signedIn();
    return present !== null && present !== principal;
  }

  async function verify(eventId?: string): Promise<Outcome<string>> {
    const outcome = await effects.verify(eventId);
    return outcome.ok && outcome.value !== principal ? ENDED : outcome;
  }

  async function certain<T>(eventId: string, call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (isReplaced()) return ENDED;
    const outcome = await call();
    if (outcome.ok || (outcome.failure !== 'gone' && outcome.failure !== 'client_id_taken')) return outcome;
    const who = await verify(eventId);
    if (who.ok) return outcome;
    return who.failure === 'unauthenticated' ? ENDED : { ok: false, failure: 'later' };
  }

  /** Checks the login before the socket opens and again afterwards, because the first frame binds the client id. */
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
    fetchAreas: (eventId, clientId, signal) => certain(eventId, () => effects.fetchAreas(eventId, clientId, signal)),
    poll: (eventId, body, signal) => certain(eventId, () => effects.poll(eventId, body, signal)),
  };
}
