import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { VIEWER_UNREAD_MAX } from '../../src/room/sockets/limits';
import {
  acked,
  ADMIN,
  batch,
  clientIdOf,
  counts,
  definition,
  EVENT_ID,
  joinRoom,
  knownRoom,
  openDevice,
  openDisplay,
  refusal,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests public displays at a room: what they receive, and what others cannot do with them (docs/product.md, O3). */

beforeEach(() => knownRoom());

const VIEWER = { principal: `display:${EVENT_ID}`, sessionId: 'display:1', tier: 'viewer' } as const;

const areasOf = (main: number, bar: number) => [
  { areaId: 'main', areaName: 'Main Stage', occupancy: main, capacity: 500 },
  { areaId: 'bar', areaName: 'Bar', occupancy: bar, capacity: 80 },
];

test('a display gets the counts at once, on request and after each change, and may not count', async () => {
  const { viewer, shown } = await openDisplay();
  const display = { type: 'display', eventId: EVENT_ID, version: 0, eventName: 'Open Air', venue: null };
  expect(shown).toEqual({ ...display, areas: areasOf(0, 0) });
  const { device: door } = await joinRoom(clientIdOf(1));
  await acked(door, batch(1, [1, 1, 1]));
  expect((await viewer.next('display')).areas).toEqual(areasOf(3, 0));
  await roomStub().resetArea(VISIT, 'main', ADMIN);
  expect((await viewer.next('display')).areas).toEqual(areasOf(0, 0));
  viewer.send({ type: 'request_sync' });
  expect((await viewer.next('display')).areas).toEqual(areasOf(0, 0));
  // Names and venue settings reach displays, too.
  const venue = { capacity: 601, staffAllowance: 20, safetyMarginPercent: 10, alertThresholds: [75] };
  const event = { ...definition().event, eventName: 'Open Air 2', venue };
  await roomStub().applyDefinition(definition({ revision: 2, event }), ADMIN);
  expect(await viewer.next('display')).toMatchObject({
    eventName: 'Open Air 2',
    venue: { occupancy: 0, capacity: 520 },
  });
  // A display that sends a device's client id does not take its place.
  viewer.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(1) });
  await viewer.next('display');
  await acked(door, batch(4, [1]));
  viewer.send(batch(1, [1]));
  expect(await refusal(viewer)).toEqual(['forbidden', 4403]);
  expect(await counts()).toMatchObject({ main: [1, 4, 0] });
});

test('a replaced link closes its displays and no others, even after hibernation', async () => {
  const { viewer: revoked } = await openDisplay();
  const { device: admin } = await joinRoom(clientIdOf(2));
  await evictDurableObject(roomStub());
  await roomStub().applyDefinition(definition({ revision: 2, displaySession: 'display:new' }), ADMIN);
  expect(await revoked.closedWith()).toBe(4401);
  // This upgrade passed the worker before the link was replaced.
  await evictDurableObject(roomStub());
  await expect(openDisplay()).rejects.toThrow('No socket: 401');
  const { viewer: kept } = await openDisplay({ sessionId: 'display:new', revision: 2 });
  expect(admin.closed).toBeNull();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [1]));
  expect((await kept.next('display')).areas).toEqual(areasOf(1, 0));
});

test('an address has a limited number of displays, and other addresses and devices still connect', async () => {
  env.MAX_VIEWERS_PER_ADDRESS = '2';
  await evictDurableObject(roomStub());
  const { viewer } = await openDisplay({ address: 'here' });
  await openDisplay({ address: 'here' });
  await expect(openDevice({ ...VIEWER, address: 'here' })).rejects.toThrow('No socket: 503');
  await openDisplay({ address: 'there' });
  await joinRoom(clientIdOf(1), { address: 'here' });
  viewer.socket.close();
  await viewer.closedWith();
  await openDisplay({ address: 'here' });
});

/** A display frame of 60 KB, so that a few frames reach the limit. */
const LARGE = {
  revision: 2,
  areas: Array.from({ length: 100 }, (_, n) => ({
    areaId: `area-${n}`,
    areaName: `${n} `.padEnd(100, 'x').concat('y'.repeat(400)),
    capacity: 100,
  })),
};

/** Taps once for each broadcast until `isEnough` returns true. */
async function tapUntil(isEnough: () => boolean): Promise<void> {
  const { device } = await joinRoom(clientIdOf(1));
  for (let seq = 1; !isEnough(); seq += 1) {
    if (seq > 40) throw new Error('Never enough');
    await acked(device, batch(seq, [1], 'area-1'));
    await new Promise((resolve) => setTimeout(resolve, 210));
  }
}

test('a display that reads and answers keeps getting frames, and a display that does not answer gets a limited amount', async () => {
  await knownRoom(LARGE);
  const { viewer: reads } = await openDisplay();
  const { viewer: silent } = await openDisplay();
  reads.socket.addEventListener('message', ({ data }) => {
    const frame: { type?: string; word?: string } = JSON.parse(String(data));
    if (frame.type === 'question') reads.send({ type: 'answer', word: frame.word ?? '' });
  });
  await tapUntil(() => reads.all('display').length >= 6);
  const sent = silent.all('display').reduce((size, frame) => size + JSON.stringify(frame).length, 0);
  expect(silent.all('question')).toHaveLength(1);
  expect(sent).toBeLessThanOrEqual(VIEWER_UNREAD_MAX);
  expect(reads.closed).toBeNull();
  // The silent display gets the newest frame as soon as it answers.
  silent.send({ type: 'answer', word: silent.all('question')[0]?.word ?? '' });
  const newest = reads.all('display').at(-1)?.version;
  await silent.until(() => silent.all('display').find(({ version }) => version >= (newest ?? Infinity)), 'the newest');
});
