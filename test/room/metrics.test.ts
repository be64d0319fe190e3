import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopClock } from '../support/clock';
import { putDefinition } from '../worker/support/definitions';
import { taken } from '../worker/support/machine';
import { acked, batch, definition, EVENT_ID, joinRoom, knownRoom, roomStub } from '../worker/support/room';
import { FRIDAY_NIGHT } from '../support/moments';

const written = vi.fn<(line: string) => void>();
beforeEach(() => {
  stopClock();
  vi.spyOn(console, 'info').mockImplementation(written);
});
afterEach(() => {
  written.mockClear();
});

const lines = () => written.mock.calls.map(([line]): unknown => JSON.parse(line));
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const ring = () => runInDurableObject(roomStub(), (room) => room.alarm());

test('the line of a minute includes what was counted before the room hibernated', async () => {
  await putDefinition(definition());
  const { device } = await joinRoom();
  await acked(device, batch(1, [1, 1, 1]));
  await evictDurableObject(roomStub());
  pass(30_000);
  await acked(device, batch(4, [1, 1]));
  await evictDurableObject(roomStub());
  pass(31_000);
  await ring();
  const counted = { eventId: EVENT_ID, seconds: 61, taps: 5, flushes: 2, tapsPerFlushMax: 3, sockets: 1 };
  expect(lines()).toEqual([expect.objectContaining({ what: 'room', ...counted })]);
});

test('the first upkeep after the last device has left writes the line of the minute that has begun', async () => {
  await putDefinition(definition());
  const { device } = await joinRoom();
  await acked(device, batch(1, [1]));
  device.socket.close();
  await device.closedWith();
  pass(20_000);
  await ring();
  expect(lines()).toEqual([expect.objectContaining({ what: 'room', seconds: 20, taps: 1, sockets: 0 })]);
});

test('a line of a room in which only a machine counts has a whole minute, however often its alarm rings', async () => {
  stopClock(FRIDAY_NIGHT);
  await knownRoom();
  await taken([{ seq: 1, in: 5 }]);
  pass(20_000);
  await ring();
  expect(lines()).toEqual([]);
  pass(60_000);
  await ring();
  expect(lines()).toEqual([expect.objectContaining({ what: 'room', seconds: 80, taps: 1, flushes: 1, waitMsMean: 0 })]);
});
