import { evictDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Order } from '../../src/shared/orders/schemas';
import { eventually } from '../support/eventually';
import { pass } from '../worker/support/alerts';
import { valueOf } from '../worker/support/closings';
import type { Device } from '../worker/support/device';
import {
  BAR,
  confirm,
  deviceIdOf,
  door,
  end,
  give,
  given,
  hears,
  joinDoor,
  read,
  sessionOf,
} from '../worker/support/orders';
import {
  acked,
  ADMIN,
  batch,
  clientIdOf,
  CODE,
  joinRoom,
  knownRoom,
  poll,
  query,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests what each device is told of orders, and which doors share under "one in, one out" (docs/product.md, O3, O7). */

beforeEach(() => knownRoom());

describe('a door', () => {
  /** Keeps everything that the device hears from now on, word for word. */
  const texts = (device: Device): string[] => {
    const heard: string[] = [];
    device.socket.addEventListener('message', ({ data }) => heard.push(String(data)));
    return heard;
  };
  const listed = async (n: number, principal: typeof CODE | typeof ADMIN = CODE) =>
    valueOf(await roomStub().listAreas(VISIT, { principal, sessionId: sessionOf(n), clientId: clientIdOf(n) }));
  const kindsOf = (orders: readonly Order[] = []) => orders.map(({ kind }) => kind);

  test('gets the orders that are for it and the id of no other device, and the organizer gets all', async () => {
    const { device: main } = await joinDoor(1, { areaId: 'main' });
    const { device: bar } = await joinDoor(2, { areaId: 'bar' });
    const { device: anywhere } = await joinDoor(3);
    const heard = new Map([main, bar, anywhere].map((device) => [device, texts(device)]));
    const { device: desk } = await joinRoom(clientIdOf(9), { sessionId: 'session-of-desk' }, door(9));
    await give('hold', BAR);
    const own = await given('open', { type: 'device', deviceId: deviceIdOf(1) });
    await confirm(own, 1);
    await give('stop', { type: 'device', deviceId: deviceIdOf(3) });
    pass(1);
    const shared = await given('one_in_one_out');
    for (const n of [1, 2, 3]) await confirm(shared, n);

    await hears(main, ['open', 'one_in_one_out']);
    await hears(bar, ['hold', 'one_in_one_out']);
    await hears(anywhere, ['hold', 'stop', 'one_in_one_out']);
    await hears(desk, ['hold', 'open', 'stop', 'one_in_one_out']);
    // What a page gets that comes later, that polls, or that reads the areas.
    for (const [n, device, kinds] of [
      [1, main, ['open', 'one_in_one_out']],
      [2, bar, ['hold', 'one_in_one_out']],
      [3, anywhere, ['hold', 'stop', 'one_in_one_out']],
    ] as const) {
      device.send({ type: 'request_sync' });
      const list = await listed(n);
      const { sync } = valueOf(await poll(n, batch(1, [1]), CODE, sessionOf(n)));
      const { orders } = await device.next('sync');
      for (const told of [list.orders, sync.orders, orders]) expect(kindsOf(told)).toEqual(kinds);
      expect(orders?.every(({ isForYou }) => isForYou)).toBe(true);
      expect(orders?.at(-1)?.share).toEqual({ place: n - 1, doors: 3, kept: [] });
      const others = [1, 2, 3, 9].filter((other) => other !== n);
      expect(heard.get(device)?.join('')).toContain('one_in_one_out');
      const text = JSON.stringify([heard.get(device), list, sync]);
      for (const other of others) expect(text).not.toContain(deviceIdOf(other));
    }
    const all = (await listed(9, ADMIN)).orders ?? [];
    expect(all).toEqual(desk.all('orders_changed').at(-1)?.orders);
    expect(all.map(({ isForYou }) => isForYou)).toEqual([true, false, false, true]);
    expect(all.at(-1)?.doors).toEqual([deviceIdOf(1), deviceIdOf(2), deviceIdOf(3)]);
  });

  test('that has moved, or whose page is new, gets the orders for where it says that it is', async () => {
    const { device: phone } = await joinDoor(1, { areaId: 'main' });
    phone.socket.close();
    await give('stop', BAR);
    await give('hold', { type: 'area', areaId: 'main' });
    await give('open', { type: 'device', deviceId: deviceIdOf(1) });
    const told = async (n: number, areaId: string | null) => {
      const device = { deviceId: deviceIdOf(1), areaId };
      const reader = { principal: CODE, sessionId: sessionOf(1), clientId: clientIdOf(n), device };
      const list = valueOf(await roomStub().listAreas(VISIT, reader));
      const body = { ...batch(1, [1]), clientId: clientIdOf(n), device };
      const { sync } = valueOf(await roomStub().poll(VISIT, CODE, body, sessionOf(1)));
      expect(kindsOf(list.orders)).toEqual(kindsOf(sync.orders));
      return kindsOf(list.orders);
    };
    // The room knows where this page has joined.
    expect(await told(1, 'bar')).toEqual(['stop', 'open']);
    expect(await told(4, 'main')).toEqual(['hold', 'open']);
    expect(await told(5, null)).toEqual(['stop', 'hold', 'open']);
    expect(await told(6, 'gone')).toEqual(['stop', 'hold', 'open']);
  });

  test('that is not addressed stays calm, and a stop for the whole event reaches everybody', async () => {
    const { device: main } = await joinDoor(1, { areaId: 'main' });
    // Its area does not exist any more, so it counts in all of them.
    const { device: moved } = await joinDoor(2, { areaId: 'gone' });
    const { device: nameless } = await joinRoom(clientIdOf(3), { principal: CODE, sessionId: sessionOf(3) });
    await give('stop', { type: 'device', deviceId: clientIdOf(3) });
    await hears(nameless, ['stop']);
    for (const device of [main, moved]) await hears(device, []);
    await give('hold', BAR);
    await hears(moved, ['hold']);
    await hears(main, []);
    await give('stop');
    await hears(main, ['stop']);
    await hears(moved, ['hold', 'stop']);
    await hears(nameless, ['stop', 'hold', 'stop']);
    // Only polls, and has told nobody where it counts.
    expect(kindsOf(valueOf(await poll(8, batch(1, [1]), CODE)).sync.orders)).toEqual(['hold', 'stop']);
    // A caller that does not say which device it is: what its session has connected is told.
    const unnamed = await roomStub().listAreas(VISIT, { principal: CODE, sessionId: sessionOf(3) });
    expect(kindsOf(valueOf(unnamed).orders)).toEqual(['stop', 'hold', 'stop']);
  });

  test('that cannot be read gets what is for all doors', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await joinDoor(1, { areaId: 'main' });
    await give('stop');
    await query('ALTER TABLE devices RENAME TO lost');
    const list = await listed(1);
    await query('ALTER TABLE lost RENAME TO devices');
    expect(kindsOf(list.orders)).toEqual(['stop']);
  });
});

describe('one in, one out', () => {
  /** Waits until the device of the first door knows that these doors share, of which the organizer sees who they are. */
  const doorsHeard = async (device: Device, own: number, doors: number[]) => {
    const place = doors.indexOf(own);
    await eventually(() =>
      expect(device.all('orders_changed').at(-1)?.orders[0]).toMatchObject({
        share: { place, doors: doors.length, kept: [] },
      }),
    );
    expect((await read()).at(-1)?.doors).toEqual(doors.map(deviceIdOf));
  };

  test('the order has the totals at its beginning, and the devices that have confirmed it, are connected and count entries', async () => {
    const { device } = await joinDoor(1);
    await acked(device, batch(1, [5, -2]));
    const { device: second } = await joinDoor(2);
    await joinDoor(3, { direction: 'out' });
    const orderId = await given('one_in_one_out');
    await hears(device, ['one_in_one_out']);
    expect(device.all('orders_changed').at(-1)?.orders).toMatchObject([
      {
        baselines: [
          { areaId: 'main', ins: 5, outs: 2 },
          { areaId: 'bar', ins: 0, outs: 0 },
        ],
      },
    ]);
    for (const n of [2, 1, 3]) {
      // Confirmations in the same millisecond are sorted by device, not by who was first.
      pass(1);
      await confirm(orderId, n);
    }
    await doorsHeard(device, 1, [2, 1]);
    second.socket.close();
    await doorsHeard(device, 1, [1]);
    await joinDoor(2);
    await doorsHeard(device, 1, [2, 1]);
    await evictDurableObject(roomStub());
    expect((await read())[0]?.doors).toEqual([deviceIdOf(2), deviceIdOf(1)]);
  });

  test('is shared by no door that follows another order meanwhile', async () => {
    const { device } = await joinDoor(1, { areaId: 'bar' });
    await joinDoor(2, { areaId: 'main' });
    const { device: both } = await joinDoor(3);
    const orderId = await given('one_in_one_out');
    for (const n of [1, 2, 3]) await confirm(orderId, n);
    await doorsHeard(device, 1, [1, 2, 3]);
    const stop = await given('stop', BAR);
    // A device that counts in all areas still lets people into the main area.
    await doorsHeard(both, 3, [2, 3]);
    await evictDurableObject(roomStub());
    expect((await read())[1]?.doors).toEqual([deviceIdOf(2), deviceIdOf(3)]);
    await end(stop);
    await doorsHeard(both, 3, [1, 2, 3]);
  });

  test('of an area is shared by the devices that count there', async () => {
    const { device } = await joinDoor(1, { areaId: 'bar' });
    await joinDoor(2, { areaId: 'main' });
    const orderId = await given('one_in_one_out', BAR);
    for (const n of [1, 2]) expect((await confirm(orderId, n)).ok).toBe(true);
    await doorsHeard(device, 1, [1]);
  });
});
