import type { User } from '../../../src/shared/schemas/user';
import type { Effects, Outcome } from './effects';

/** In whose name taps are made, as far as this device can say: the room's own principals (design section 3) name accounts by id. */
export const principalOf = ({ role, username, eventId }: User): string =>
  role === 'admin' ? `admin:${username}` : `code:${eventId ?? username}`;

/**
 * A login in another tab takes over the session's cookie: "not there" and "not yours" are then said to somebody else. Such
 * an answer counts only once it is certain who was asked; else the session of `principal` has ended.
 */
export function askingAs(principal: string, effects: Effects): Effects {
  async function verify(): Promise<Outcome<string>> {
    const outcome = await effects.verify();
    return outcome.ok && outcome.value !== principal ? { ok: false, failure: 'unauthenticated' } : outcome;
  }

  async function certain<T>(call: Promise<Outcome<T>>): Promise<Outcome<T>> {
    const outcome = await call;
    if (outcome.ok || (outcome.failure !== 'gone' && outcome.failure !== 'client_id_taken')) return outcome;
    const who = await verify();
    if (who.ok) return outcome;
    return { ok: false, failure: who.failure === 'unauthenticated' ? 'unauthenticated' : 'later' };
  }

  return {
    ...effects,
    verify,
    fetchAreas: (eventId, signal) => certain(effects.fetchAreas(eventId, signal)),
    poll: (eventId, body, signal) => certain(effects.poll(eventId, body, signal)),
  };
}
