import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { Product } from '../../support/product';
import { type Device, joinAll } from '../../support/socket-device';
import { openVenue, type Venue } from '../../support/venue';

const DEVICES = 5;
const IN_FLIGHT = 3;
/** A busy machine starts a server in a minute. */
const LONG = { timeout: 240_000 };

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.stop());

/** Keeps a device tapping +1, some frames ahead of the acks. Returns what tells the last acknowledged seq. */
function keepTapping(device: Device, areaId: string): () => number {
  let acked = device.seq - 1;
  device.onText = (text) => {
    acked = Math.max(acked, Number(/^\{"type":"ack","seq":(\d+)/.exec(text)?.[1] ?? 0));
    while (device.seq - 1 - acked < IN_FLIGHT) device.tap(areaId, 1);
  };
  for (let n = 0; n < IN_FLIGHT; n++) device.tap(areaId, 1);
  return () => acked;
}

async function totalEntries(venue: Venue): Promise<number> {
  const response = await fetch(`${product.url}/api/events/${venue.eventId}/areas`, { headers: venue.headers });
  return z.parse(AreaListSchema, await response.json()).areas[0]?.totalEntries ?? -1;
}

test.each([
  ['the whole process group', () => product.kill().then(() => product.start())],
  ['the runtime alone, which is started again by itself', () => product.killRuntime()],
])('kill -9 of %s in mid-counting loses no acknowledged tap and doubles none', LONG, async (_what, strike) => {
  await product.start();
  const venue = await openVenue('room', { url: new URL(product.url) }, 1);
  const areaId = venue.areaIds[0] ?? '';
  const devices = await joinAll('room', venue, DEVICES);
  const cut = devices.map(
    ({ socket }) => new Promise((resolve) => socket.on('error', () => {}).once('close', resolve)),
  );
  const acked = devices.map((device) => keepTapping(device, areaId));
  await sleep(1_000);
  await strike();
  await Promise.all(cut);
  const acknowledged = acked.map((read) => read());
  expect(Math.min(...acknowledged)).toBeGreaterThan(10);

  const socketUrl = `${product.url.replace('http', 'ws')}/api/events/${venue.eventId}/socket`;
  const again = await joinAll('room', { ...venue, socketUrl }, DEVICES);
  const durable = again.map((device) => device.seq - 1);
  for (const [i, seq] of durable.entries()) expect(seq).toBeGreaterThanOrEqual(acknowledged[i] ?? 0);
  const total = durable.reduce((sum, seq) => sum + seq, 0);
  expect(await totalEntries(venue)).toBe(total);
  for (const device of again) device.tap(areaId, 1);
  await expect.poll(() => totalEntries(venue)).toBe(total + DEVICES);
  for (const { socket } of again) socket.terminate();
});
