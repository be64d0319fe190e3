import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { eventually } from '../../support/eventually';
import { acked, batch, clientIdOf, counts, joinRoom, knownRoom, roomStub } from '../support/room';

/** Tests that taps count exactly once when the runtime ends the room, and that devices need not wake it to hear from it. */

test('a hibernated room keeps its sockets, counts and client ids', async () => {
  await knownRoom();
  const { device: door } = await joinRoom(clientIdOf(1));
  const { device: bar } = await joinRoom(clientIdOf(2));
  await acked(door, batch(1, [1]));
  await evictDurableObject(roomStub());
  expect(await acked(door, batch(2, [1]))).toEqual({ type: 'ack', seq: 2, version: 2 });
  await bar.until(() => bar.all('occupancy_updated').find((update) => update.version === 2), 'the update');
  expect(await acked(door, batch(1, [1, 1]))).toEqual({ type: 'ack', seq: 2, version: 2 });
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
});

test('a ping is answered without waking the room, and before a tap that waits for D1', async () => {
  await knownRoom();
  const { device: door } = await joinRoom(clientIdOf(1));
  await evictDurableObject(roomStub());
  // Each object that starts makes such a pair.
  const started = vi.spyOn(globalThis, 'WebSocketRequestResponsePair');
  door.sendText('ping');
  await door.until(() => door.texts[0], 'pong');
  expect(started).not.toHaveBeenCalled();
  const { promise: answer, resolve } = Promise.withResolvers<undefined>();
  const asked = await runInDurableObject(roomStub(), (room) =>
    vi.spyOn(room['parts'].room['deps'].definitionPull, 'load').mockReturnValueOnce(answer),
  );
  expect(started).toHaveBeenCalledOnce();
  door.send(batch(1, [1], 'not-here-yet'));
  await eventually(() => expect(asked).toHaveBeenCalledOnce());
  door.sendText('ping');
  await door.until(() => door.texts[1], 'pong');
  expect(door.closed).toBeNull();
  // D1 does not answer. The device connects again and sends its taps again.
  resolve(undefined);
  expect(await door.closedWith()).toBe(1011);
});

test('every acknowledged tap survives a crash, and a resent tap does not count twice', async () => {
  await knownRoom();
  const { device, sync: before } = await joinRoom(clientIdOf(1));
  for (let seq = 1; seq <= 20; seq++) device.send(batch(seq, [1]));
  await device.until(() => device.all('ack').find((ack) => ack.seq >= 10), 'ack 10');
  const acknowledged = Math.max(...device.all('ack').map((ack) => ack.seq));
  await abortAllDurableObjects();
  const { device: again, sync } = await joinRoom(clientIdOf(1));
  expect(sync.epoch).toBe(before.epoch);
  expect(sync.lastSeq).toBeGreaterThanOrEqual(acknowledged);
  for (let seq = 1; seq <= 20; seq++) again.send(batch(seq, [1]));
  await again.until(() => again.all('ack').find((ack) => ack.seq === 20), 'ack 20');
  expect(await counts()).toMatchObject({ main: [20, 20, 0] });
});
