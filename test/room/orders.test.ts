import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { JournalOrderSchema, type OrderTarget } from '../../src/shared/orders/schemas';
import { LENIENT_ORDERS_PER_MINUTE } from '../../src/room/sockets/limits';
import { MINUTE_MS } from '../../src/shared/durations';
import { ORDERS_IN_FORCE_MAX } from '../../src/shared/orders/limits';
import { DEVICE_QUIET_MS } from '../../src/shared/reports/limits';
import { stopClock } from '../support/clock';
import { FRIDAY_NIGHT } from '../support/moments';
import { pass } from '../worker/support/alerts';
import { valueOf } from '../worker/support/closings';
import type { Device } from '../worker/support/device';
import {
  BAR,
  confirm,
  deviceIdOf,
  door,
  end,
  EVENT,
  give,
  given,
  hears,
  joinDoor,
  left,
  read,
  sessionOf,
} from '../worker/support/orders';
import {
  acked,
  ADMIN,
  batch,
  breakTable,
  clientIdOf,
  CODE,
  definition,
  joinRoom,
  knownRoom,
  mendTable,
  openDisplay,
  poll,
  query,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests orders to doors: who gets them, who has confirmed them, and what the journal keeps (docs/product.md, O2, O4, O6, O8). */

beforeEach(() => knownRoom());

const journal = () =>
  query("SELECT kind, actor, area_id, before, after, note FROM journal WHERE kind LIKE 'order%' ORDER BY id");
/** The order in a value of the journal. */
const orderIn = (value: unknown) => z.parse(JournalOrderSchema, JSON.parse(z.parse(z.string(), value)));
const kinds = async () => (await journal()).map(({ kind }) => kind);

test('an order reaches every counting device at once, and those that come later with their first sync', async () => {
  const { device, sync } = await joinDoor(1);
  expect([sync.orders, sync.confirmedOrders]).toEqual([[], undefined]);
  const { viewer } = await openDisplay();
  const orderId = await given('hold', EVENT, { note: 'The band is late', clientId: clientIdOf(9) });
  const order = { orderId, kind: 'hold', target: EVENT, note: 'The band is late', givenBy: null };
  const told = { ...order, isForYou: true, givenAt: expect.any(String) };
  expect((await device.next('orders_changed')).orders).toEqual([told]);
  expect((await joinDoor(2)).sync).toMatchObject({ orders: [order], confirmedOrders: [] });
  expect(valueOf(await roomStub().listAreas(VISIT))).toMatchObject({ orders: [order] });
  expect(valueOf(await poll(3, batch(1, [1]), CODE)).sync.orders).toMatchObject([order]);
  await end(orderId);
  await hears(device, []);
  expect(JSON.stringify(viewer.frames)).not.toContain('hold');
  expect((await end(orderId)).ok).toBe(false);
});

test('an order has the name of the device on which it was given, and outlives sleep', async () => {
  await joinRoom(clientIdOf(7), {}, { deviceId: deviceIdOf(7), deviceName: 'Desk' });
  await give('stop', EVENT, { clientId: clientIdOf(7) });
  await evictDurableObject(roomStub());
  expect(await read()).toMatchObject([{ kind: 'stop', givenBy: 'Desk' }]);
});

test('a new order for the same target replaces the old one; orders for other targets stay, and the journal has all', async () => {
  const first = await given('hold');
  await give('open', BAR);
  await confirm(first, 1, door(1));
  const second = await given('stop');
  expect((await read()).map(({ kind, target }) => [kind, target.type])).toEqual([
    ['stop', 'event'],
    ['open', 'area'],
  ]);
  expect(await confirm(first, 2, door(2))).toEqual({ ok: false, code: 'not_found' });
  await end(second);
  expect(await kinds()).toEqual(['order_given', 'order_given', 'order_confirmed', 'order_given', 'order_ended']);
  const [, open, confirmed, replaced, ended] = await journal();
  expect(open).toMatchObject({ area_id: 'bar', actor: ADMIN, before: null });
  expect(confirmed).toMatchObject({ actor: CODE, after: JSON.stringify(first), note: 'Door 1' });
  expect(orderIn(replaced?.['before'])).toMatchObject({ orderId: first, kind: 'hold', devices: 1 });
  expect(orderIn(replaced?.['after'])).toMatchObject({ orderId: second, kind: 'stop' });
  expect(orderIn(ended?.['before'])).toMatchObject({ orderId: second });
  expect(await query('SELECT count(*) AS n FROM confirmations')).toEqual([{ n: 0 }]);
});

describe('confirmations', () => {
  test('a device confirms once, however often it sends, and its syncs say so', async () => {
    const orderId = await given('stop');
    const { device } = await joinDoor(1);
    expect(await read()).toMatchObject([{ confirmations: [], waiting: [{ deviceName: 'Door 1', isOnline: true }] }]);
    for (const sleeps of [false, true, false]) {
      if (sleeps) await evictDurableObject(roomStub());
      expect(await confirm(orderId, 1)).toEqual({ ok: true, value: null });
    }
    // Another page on the same device.
    await joinRoom(clientIdOf(11), { principal: CODE, sessionId: sessionOf(1) }, door(1));
    expect(await confirm(orderId, 11)).toEqual({ ok: true, value: null });
    expect(await kinds()).toEqual(['order_given', 'order_confirmed']);
    device.send({ type: 'request_sync' });
    expect((await device.next('sync')).confirmedOrders).toEqual([orderId]);
    const confirmation = { deviceId: deviceIdOf(1), deviceName: 'Door 1', isAdmin: false, at: expect.any(String) };
    expect(await read()).toMatchObject([{ confirmations: [confirmation], waiting: [] }]);
  });

  test('nobody confirms with the client id of another principal, and an admin’s device is not the same as a door with its id', async () => {
    const orderId = await given('stop');
    await joinDoor(1);
    expect(await confirm(orderId, 1, {}, ADMIN)).toEqual({ ok: false, code: 'client_id_taken' });
    expect(await confirm(orderId, 5, door(1), ADMIN)).toMatchObject({ ok: true });
    expect(await read()).toMatchObject([{ confirmations: [{ isAdmin: true }], waiting: [{ deviceName: 'Door 1' }] }]);
  });

  test('a new client does not confirm for a door that another session holds', async () => {
    const orderId = await given('stop');
    const { device } = await joinDoor(1);
    expect(await confirm(orderId, 7, door(1))).toEqual({ ok: false, code: 'client_id_taken' });
    expect(await read()).toMatchObject([{ confirmations: [], waiting: [{ deviceName: 'Door 1' }] }]);
    device.socket.close();
    await left(1);
    expect(await confirm(orderId, 7, door(1))).toMatchObject({ ok: true });
  });

  test('an order that cannot be stored changes nothing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { device } = await joinDoor(1);
    await breakTable('orders');
    await expect(
      runInDurableObject(roomStub(), (room) => room['parts'].orders.give({ kind: 'stop', target: EVENT }, ADMIN)),
    ).rejects.toThrow('disk full');
    await mendTable();
    expect([await read(), await kinds(), device.all('orders_changed')]).toEqual([[], [], []]);
  });
});

test('forty devices in all states of connection: each is asked to confirm as long as it may count, and confirms once', async () => {
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  // 1 to 10 are connected, and 11 to 20 sleep through the room's hibernation.
  const devices = new Map<number, Device>();
  for (const n of numbers(1, 20)) devices.set(n, (await joinDoor(n)).device);
  // 21 to 28 have gone offline, two of them long ago.
  for (const n of numbers(21, 28)) {
    const { device } = await joinDoor(n);
    device.socket.close();
    await left(n);
    if (n === 22) pass(2 * DEVICE_QUIET_MS);
  }
  // 29 to 34 only poll, and 35 to 38 are admins' devices.
  for (const n of numbers(29, 34)) await poll(n, batch(1, [1]), CODE);
  for (const n of numbers(35, 38)) {
    await joinRoom(clientIdOf(n), { sessionId: sessionOf(n) }, door(n));
  }
  // 39 counts in the bar, and 40 in the main area.
  await joinDoor(39, { areaId: 'bar' });
  await joinDoor(40, { areaId: 'main' });
  await evictDurableObject(roomStub());
  pass(1_000);

  const orderId = await given('hold');
  // A room that wakes knows no order among those of one millisecond.
  pass(1);
  const barId = await given('stop', BAR);
  pass(42_000);
  const namesOf = async (id: string) => {
    const order = (await read()).find((one) => one.orderId === id);
    return (order?.waiting ?? []).map(({ deviceName, deviceId }) => deviceName ?? deviceId);
  };
  const nameOf = (n: number) => (n >= 29 && n <= 34 ? clientIdOf(n) : `Door ${n}`);
  const asked = [...numbers(1, 20), ...numbers(23, 34), 39, 40];
  expect((await namesOf(orderId)).toSorted()).toEqual(asked.map(nameOf).toSorted());
  expect((await namesOf(barId)).toSorted()).toEqual(
    asked
      .filter((n) => n !== 40)
      .map(nameOf)
      .toSorted(),
  );
  const [, hold] = await read();
  const givenAt = hold?.givenAt;
  const bySince = new Map(hold?.waiting.map(({ deviceName, since, isOnline }) => [deviceName, { since, isOnline }]));
  expect(bySince.get('Door 1')).toEqual({ since: givenAt, isOnline: true });
  expect(bySince.get('Door 25')).toEqual({ since: givenAt, isOnline: false });

  // An offline device comes back: it gets what is in force, and can be asked since then.
  const back = await joinDoor(25);
  expect(back.sync.orders).toHaveLength(2);
  const asLast = (await read())[1]?.waiting.find(({ deviceName }) => deviceName === 'Door 25');
  expect(asLast?.isOnline).toBe(true);
  expect(Date.parse(asLast?.since ?? '')).toBeGreaterThanOrEqual(Date.parse(givenAt ?? '') + 42_000);

  for (const n of asked)
    for (let twice = 0; twice < 2; twice += 1) {
      const isPolling = n >= 29 && n <= 34;
      expect(await confirm(orderId, n, isPolling ? door(n) : {})).toEqual({ ok: true, value: null });
    }
  expect(await namesOf(orderId)).toEqual([]);
  const confirmed = (await kinds()).filter((kind) => kind === 'order_confirmed');
  expect(confirmed).toHaveLength(asked.length);
  // Polling devices are known by their names from then on.
  expect((await namesOf(barId)).includes('Door 30')).toBe(true);
  await evictDurableObject(roomStub());
  expect((await read())[1]?.confirmations).toHaveLength(asked.length);
  for (const n of numbers(1, 20)) await hears(devices.get(n) ?? back.device, ['hold', 'stop']);
});

test('an order to an area ends with the area, and orders need an area or device that exists', async () => {
  const { device } = await joinDoor(1);
  const one = { type: 'device', deviceId: deviceIdOf(1) } as const;
  await give('hold', one);
  await give('stop', BAR);
  expect((await read()).map(({ waiting }) => waiting.length)).toEqual([1, 1]);
  const [main] = definition().areas;
  await knownRoom({ revision: 2, areas: main ? [main] : [] });
  await hears(device, ['hold']);
  expect((await journal()).at(-1)).toMatchObject({ kind: 'order_ended', actor: 'system', area_id: 'bar' });
  const refusal = async (target: OrderTarget) => roomStub().giveOrder(VISIT, { kind: 'stop', target }, ADMIN);
  expect(await refusal(BAR)).toEqual({ ok: false, code: 'unknown_area' });
  expect(await refusal({ type: 'device', deviceId: deviceIdOf(99) })).toEqual({ ok: false, code: 'not_found' });
});

test('only so many orders are in force at a time; one that keeps people out is never refused, and replacing always works', async () => {
  const areas = Array.from({ length: ORDERS_IN_FORCE_MAX }, (_, i) => ({
    areaId: `area-${i}`,
    areaName: `Area ${i}`,
    capacity: 0,
  }));
  await knownRoom({ revision: 2, areas });
  for (const { areaId } of areas) await give('hold', { type: 'area', areaId });
  expect(await roomStub().giveOrder(VISIT, { kind: 'open', target: EVENT }, ADMIN)).toEqual({
    ok: false,
    code: 'limit_reached',
    detail: {
      id: 'too_many_orders',
      values: [50],
      text: 'At most 50 orders can be in force at a time. End one to give another.',
    },
  });
  expect((await give('open', { type: 'area', areaId: 'area-0' })).orders).toHaveLength(ORDERS_IN_FORCE_MAX);
  expect((await give('stop')).orders).toHaveLength(ORDERS_IN_FORCE_MAX + 1);
});

test('ten orders a minute let people in; those that keep people out, confirmations and ends never wait', async () => {
  stopClock(FRIDAY_NIGHT);
  await joinDoor(1);
  const lenient = ['open', 'one_in_one_out'] as const;
  for (let i = 0; i < LENIENT_ORDERS_PER_MINUTE; i += 1) await give(lenient[i % 2] ?? 'open');
  for (const kind of lenient)
    expect(await roomStub().giveOrder(VISIT, { kind, target: BAR }, ADMIN)).toMatchObject({
      ok: false,
      code: 'too_fast',
      retryAfterMs: MINUTE_MS / LENIENT_ORDERS_PER_MINUTE,
      detail: { id: 'orders_too_fast' },
    });
  for (let i = 0; i < 3 * LENIENT_ORDERS_PER_MINUTE; i += 1) {
    const orderId = await given(i % 2 === 0 ? 'stop' : 'hold');
    expect(await confirm(orderId, 1)).toMatchObject({ ok: true });
    if (i % 3 === 0) expect(await end(orderId)).toMatchObject({ ok: true });
  }
  vi.setSystemTime(FRIDAY_NIGHT + MINUTE_MS / LENIENT_ORDERS_PER_MINUTE);
  await give('open');
});

test('taps count under every order, and no entry of the journal is written for them', async () => {
  const { device } = await joinDoor(1);
  const orderId = await given('one_in_one_out');
  await confirm(orderId, 1);
  await give('stop', BAR);
  const before = await kinds();
  for (const seq of [1, 2, 3]) await acked(device, batch(seq, [1]));
  expect(valueOf(await roomStub().listAreas(VISIT)).areas[0]?.currentOccupancy).toBe(3);
  expect(await kinds()).toEqual(before);
});
