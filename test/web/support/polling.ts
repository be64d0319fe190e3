import { RECONNECT_ATTEMPTS } from '../../../src/shared/limits';
import type { PollAnswer } from '../../../src/shared/protocol/down';
import type { Poll } from '../../../src/shared/protocol/up';
import type { Outcome } from '../../../web/src/realtime/effects';
import { area, sync } from './areas';
import { deferred } from './deferred';
import type { FakeWorld } from './fake-effects';

/** Handshakes that fail one after the other until polling takes over. */
export async function failUntilPolling(world: FakeWorld): Promise<void> {
  for (let attempt = 0; attempt < RECONNECT_ATTEMPTS; attempt += 1) {
    world.socket.closeWith(1006);
    if (attempt < RECONNECT_ATTEMPTS - 1) await world.pass(20_000);
  }
  await world.pass(0);
}

/** A room that nobody else counts in takes all of a batch. */
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

/** Lets the next poll wait until the returned function is called; those after it are answered at once. */
export function holdNextPoll(world: FakeWorld): () => void {
  const gate = deferred<null>();
  world.pollAnswer = (body) => {
    world.pollAnswer = allTaken;
    return gate.promise.then(() => allTaken(body));
  };
  return () => gate.resolve(null);
}
