import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { KillableChromium } from '../../support/killable-chromium';
import { Product } from '../../support/product';
import { type Device, joinAll } from '../../support/socket-device';
import { openAccount, openEvent, type Venue } from '../../support/venue';
import { FLAGS } from '../support/browser';
import { storedTaps } from '../support/server';
import { area, connected, logIn, shownCount, tapIn } from '../support/steps';

const DEVICES = 5;
const IN_FLIGHT = 3;
/** The binary that Miniflare runs. */
const { default: WORKERD } = z.parse(
  z.object({ default: z.string() }),
  createRequire(import.meta.resolve('miniflare'))('workerd'),
);

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.stop());
const killable = new KillableChromium(FLAGS);
afterAll(() => killable.stop());

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

const openRoom = async () => openEvent(await openAccount(new URL(product.url), 'kill@headroom.test'), 1);

async function totalEntries(venue: Venue): Promise<number> {
  const response = await fetch(`${product.url}/api/events/${venue.eventId}/areas`, { headers: venue.headers });
  return z.parse(AreaListSchema, await response.json()).areas[0]?.totalEntries ?? -1;
}

async function killAll(): Promise<void> {
  await product.kill();
  await product.start();
}

async function killRuntime(): Promise<void> {
  product.killRuntime();
  await product.answers();
}

test.each([
  ['the whole process group', killAll],
  ['the runtime alone, which is started again by itself', killRuntime],
])('kill -9 of %s in mid-counting loses no acknowledged tap and doubles none', async (_what, strike) => {
  await product.start();
  const venue = await openRoom();
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

test('a runtime that cannot be started again ends the server, which says so', async () => {
  const runtime = join(product.stateDir, 'runtime');
  writeFileSync(runtime, `#!/bin/sh\n[ ! -e "$0.broken" ] && exec '${WORKERD}' "$@"\n`, { mode: 0o755 });
  product.variables.MINIFLARE_WORKERD_PATH = runtime;
  await product.start();
  writeFileSync(`${runtime}.broken`, '');
  product.killRuntime();
  expect(await product.ended()).toBe(1);
  expect(product.log.trim().split('\n').at(-1)).toMatch(/^The server stopped: .*runtime failed to restart/);
});

test('the browser is killed while offline: what was tapped is delivered when it comes back', async () => {
  await product.start();
  const venue = await openRoom();
  const page = await killable.start();
  await page.goto(`${product.url}/login`);
  await logIn(page, venue.accessCode);
  await connected(page);
  await page.context().setOffline(true);
  await tapIn(page, 'Area 0', 5);
  await expect.poll(() => storedTaps(page)).toBe(5);
  await killable.kill();
  expect(await totalEntries(venue)).toBe(0);
  const after = await killable.start();
  await after.goto(`${product.url}/login`);
  // Chromium writes cookies when it likes: the session may have been lost with it.
  await area(after, 'Area 0').or(after.getByLabel('Email or Access Code')).first().waitFor();
  if (after.url().endsWith('/login')) await logIn(after, venue.accessCode);
  await expect.poll(() => totalEntries(venue)).toBe(5);
  await expect.poll(() => shownCount(after, 'Area 0')).toBe('5');
});
