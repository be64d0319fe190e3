import type { Sync } from '../../../src/shared/protocol/down';
import type { LastKnown } from '../../../web/src/session/last-known';
import { RoomChannel } from '../../../web/src/realtime/channel';
import { sync } from './areas';
import { FakeWorld } from './fake-effects';
import { roomListeners } from './room-listeners';

/** Opens a room's channel in its own world without storage; the first handshake is under way. */
export async function openChannel(known?: LastKnown) {
  const world = new FakeWorld();
  const listeners = roomListeners();
  const channel = new RoomChannel('e1', world.effects, listeners, world.homeInMemory(), known);
  channel.start();
  await world.pass(0);
  return {
    world,
    listeners,
    channel,
    /** Opens the newest socket and lets the room answer. */
    connect: (fields: Partial<Sync> = {}) => {
      world.socket.open();
      world.socket.receive(sync(fields));
    },
    /** Makes one tap after the other. */
    tap: (...changes: number[]) => changes.forEach((change) => channel.tap('a1', change)),
    shown: () => channel.snapshot.areas?.[0]?.currentOccupancy,
  };
}
