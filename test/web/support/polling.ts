import { RECONNECT_ATTEMPTS } from '../../../src/shared/protocol/limits';
import type { PollAnswer } from '../../../src/shared/protocol/down';
import type { Poll } from '../../../src/shared/protocol/up';
import type { Outcome } from '../../../web/src/realtime/effects';
import { area, sync } from './areas';
import { deferred } from './deferred';
import type { FakeWorld } from './fake-effects';

/** Fails handshakes one after the other until polling takes over. */
export async function failUntilPolling(world: FakeWorld): Promise<void> {
  for (let attempt = 0; attempt < RECONNECT_ATTEMPTS; attempt += 1) {
    world.socket.closeWith(1006);
    if (attempt < RECONNECT_ATTEMPTS - 1) await world.pass(20_000);
  }
  await world.pass(0);
}

/** The answer of a room that counts a whole batch and has no other client. */
export function allTaken({ clientId, seq, taps }: Poll): Outcome<PollAnswer> {
  const last = seq + taps.length - 1;
  const areas = [area({ currentOccupancy: last, totalEntries: last, version: last })];
  return {
    ok: true,
    value: {
      ack: { type: 'ack', seq: last, version: last },
      sync: sync({ clientId, lastSeq: last, version: last, areas }),
    },
  };
}

/** Holds the next poll until the returned function is called; later polls are answered at once. */
export function holdNextPoll(world: FakeWorld): () => void {
  const gate = deferred<null>();
  world.pollAnswer = (body) => {
    world.pollAnswer = allTaken;
    return gate.promise.then(() => allTaken(body));
  };
  return () => gate.resolve(null);
}
