import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ToldOrder } from '../../../../src/shared/orders/schemas';
import { CALM_AFTER_TAP_MS } from '../../../../web/src/features/counting/press/use-no-recent-taps';
import { changeDevice, readDevice } from '../../../../web/src/device/device';
import { asNew, BAR, joinRoom, MAIN, openApp, openDoor, CODE_API, press } from '../../support/dashboard';
import { stubAudio } from '../../support/fake-audio';
import { DRILL, EVACUATION } from '../../support/evacuations';
import { refusal } from '../../support/stub-api';

/** Tests what a door shows of orders, and how it confirms them. */

let starts: ReturnType<typeof stubAudio>;
const vibrate = vi.fn<(pattern: number | number[]) => boolean>(() => true);
const CONFIRM = 'POST /api/events/e1/orders/o1/confirm';
const OK = [200, { success: true }] as const;

const order = (fields: Partial<ToldOrder> = {}): ToldOrder => ({
  orderId: 'o1',
  kind: 'stop',
  target: { type: 'event' },
  isForYou: true,
  note: null,
  givenAt: '2026-11-20T22:41:00.000Z',
  givenBy: null,
  ...fields,
});

const ALONE = { place: 0, doors: 1, kept: [] };

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-orders] li')];
const said = () => rows().map((row) => row.textContent);
const confirmButton = () => screen.findByRole('button', { name: 'Got it' });

async function open(api = {}) {
  const opened = await openDoor('/app', { [CONFIRM]: OK, ...api });
  const tell = (...orders: ToldOrder[]) => opened.room.receive({ type: 'orders_changed', eventId: 'e1', orders });
  return { ...opened, tell, confirmed: () => opened.made('POST', '/confirm') };
}

beforeEach(() => {
  asNew();
  starts = stubAudio();
  vibrate.mockClear();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'vibrate');
});

describe('a new order', () => {
  test.each([
    ['stop', 'Stop', 'Let nobody in.', '.lucide-door-stop'],
    ['hold', 'Hold', 'Let nobody in for the moment.', '.lucide-door-hold'],
    ['one_in_one_out', 'One in, one out', 'Let one in for each one who leaves.', '.lucide-door-one-in-one-out'],
    ['open', 'Open', 'Let people in again.', '.lucide-door-open'],
  ] as const)('%s is shown in words, shape and color, and heard and felt', async (kind, title, does, icon) => {
    const { tell } = await open();
    await tell(order({ kind }));
    await confirmButton();
    expect(said()).toEqual([`${title}${does}Got it`]);
    expect(rows()[0]?.dataset['kind']).toBe(kind);
    expect(rows()[0]?.querySelector(icon)).not.toBeNull();
    expect(document.querySelector('p[role="alert"][aria-live]')?.parentElement).toBe(document.body);
    await waitFor(() => expect([starts.mock.calls.length, vibrate.mock.calls.length]).toEqual([3, 1]));
  });

  test('is silent if the device’s sound is off, and repeats until somebody confirms it', async () => {
    changeDevice({ sound: false });
    const { tell, user } = await open();
    // The fake of IndexedDB counts on setImmediate: after each, the promises of a transaction go on.
    vi.useFakeTimers({ shouldAdvanceTime: true, toNotFake: ['setImmediate'] });
    await tell(order());
    await confirmButton();
    await act(async () => vi.advanceTimersByTimeAsync(24_000));
    expect([starts.mock.calls.length, vibrate.mock.calls.length]).toEqual([0, 3]);
    await user.click(await confirmButton());
    await act(async () => vi.advanceTimersByTimeAsync(60_000));
    expect(vibrate).toHaveBeenCalledTimes(3);
  });

  test('has the note of the control room, and the area that it is for', async () => {
    const { tell } = await open();
    await tell(order({ kind: 'hold', target: { type: 'area', areaId: 'a2' }, note: 'Spill', givenBy: 'Desk' }));
    await confirmButton();
    expect(said()).toEqual(['Hold · BarLet nobody in for the moment.Got itSpill · From Desk']);
  });

  test('for another area or door is not shown, and the newest one for this door counts', async () => {
    // An organizer's device is told of all orders.
    changeDevice({ doors: [{ eventId: 'e1', areaId: 'a1' }] });
    const { tell } = await open();
    await tell(
      order({ target: { type: 'area', areaId: 'a2' } }),
      order({ orderId: 'o2', target: { type: 'device', deviceId: 'another-device-0001' }, isForYou: false }),
    );
    expect(rows()).toEqual([]);
    await tell(
      order({
        orderId: 'o3',
        kind: 'open',
        target: { type: 'device', deviceId: readDevice().deviceId },
      }),
      order({ orderId: 'o4', givenAt: '2026-11-20T22:50:00.000Z' }),
    );
    await confirmButton();
    expect(said()).toEqual(['StopLet nobody in.Got it']);
  });

  test('that ends is told in words and sound, and the pads for entries are no longer marked', async () => {
    const { tell, user } = await open();
    const marked = () => document.querySelectorAll('[data-word="nobody in"]').length;
    await tell(order());
    await user.click(await confirmButton());
    expect(marked()).toBe(2);
    starts.mockClear();
    vibrate.mockClear();
    await tell();
    await waitFor(() => expect(said()).toEqual(['Ended: StopLet people in as usual.']));
    await waitFor(() => expect([starts.mock.calls.length, vibrate.mock.calls.length]).toEqual([2, 1]));
    expect(marked()).toBe(0);
  });

  test('is shown with its own words, whatever was counted just before under another one', async () => {
    const { tell, user } = await open();
    await tell(order());
    await user.click(await confirmButton());
    await press(user, 'Add one to Main Stage');
    await waitFor(() => expect(said()).toEqual(['StopCounted. The order still is: nobody in.']));
    await tell(order({ orderId: 'o2', kind: 'hold', note: 'Fire service' }));
    await waitFor(() => expect(said()).toEqual(['HoldLet nobody in for the moment.Got itFire service']));
  });
});

test('while an evacuation runs no order lets anybody in, and one in a drill says that it is none', async () => {
  const { tell, room } = await open();
  await tell(order({ kind: 'open' }));
  await confirmButton();
  await room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: DRILL });
  await waitFor(() => expect(said()).toEqual(['NOT A DRILLOpenLet people in again.Got it']));
  starts.mockClear();
  await room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: EVACUATION });
  await waitFor(() => expect(rows()).toEqual([]));
  await tell(order({ orderId: 'o2', kind: 'one_in_one_out', baselines: [], share: ALONE }));
  expect(rows()).toEqual([]);
  await tell(order({ orderId: 'o3', kind: 'hold' }));
  await confirmButton();
  expect(said()).toEqual(['HoldLet nobody in for the moment.Got it']);
});

test('an order that arrives while somebody counts lies over the top bar, and takes its place when nobody has tapped recently', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(80);
  const { tell, user } = await open();
  await press(user, 'Add one to Main Stage');
  await tell(order({ note: 'Fire brigade' }));
  await confirmButton();
  const place = () => document.querySelector<HTMLElement>('[data-orders]');
  expect(place()?.parentElement).toBe(document.body);
  expect(said()).toEqual(['StopLet nobody in. Fire brigadeGot it']);
  // Several are a line each, so that all fit over the top bar.
  const atBar = order({ orderId: 'o2', kind: 'hold', target: { type: 'area', areaId: BAR.areaId } });
  await tell({ ...atBar, givenAt: '2026-11-20T22:42:00.000Z' }, order({ note: 'Fire brigade' }));
  await waitFor(() => expect(said()).toEqual(['Hold · BarGot it', 'StopGot it']));
  await waitFor(() => expect(place()?.style.height).toBe('80px'), { timeout: 2 * CALM_AFTER_TAP_MS });
  expect(place()?.parentElement).not.toBe(document.body);
  expect(said()[1]).toBe('StopLet nobody in.Got itFire brigade');
});

test('people are counted under a stop, and the order warns about each entry', async () => {
  const { tell, user } = await open();
  await tell(order());
  await user.click(await confirmButton());
  await press(user, 'Add one to Main Stage');
  await waitFor(() => expect(said()).toEqual(['StopCounted. The order still is: nobody in.']));
  expect(screen.getAllByTestId('occupancy')[0]?.textContent).toBe('4');
});

describe('a confirmation', () => {
  test('is one press, names the device, and is sent once', async () => {
    changeDevice({ deviceName: 'North gate', direction: 'in', doors: [{ eventId: 'e1', areaId: 'a1' }] });
    const { tell, user, confirmed } = await open();
    await tell(order());
    await user.click(await confirmButton());
    await waitFor(() => expect(confirmed()).toHaveLength(1));
    const { deviceId } = readDevice();
    const clientId = expect.any(String);
    expect(confirmed()).toEqual([{ clientId, deviceId, deviceName: 'North gate', direction: 'in', areaId: 'a1' }]);
    expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull();
    await tell(order());
    expect(said()).toEqual(['StopLet nobody in.']);
    expect(confirmed()).toHaveLength(1);
  });

  test('that does not get through is kept over a reload, and sent again until the room has it', async () => {
    const { tell, user, confirmed } = await open({ [CONFIRM]: refusal(503, 'Busy', 'unavailable') });
    await tell(order());
    await user.click(await confirmButton());
    await waitFor(() => expect(confirmed().length).toBeGreaterThan(0));
    expect(localStorage.getItem('headroom.confirmedOrders')).toContain('"sentAt":null');
    cleanup();
    const again = openApp({ ...CODE_API, [CONFIRM]: OK });
    await screen.findAllByTestId('occupancy');
    await joinRoom({ orders: [order()], confirmedOrders: [] });
    await waitFor(() => expect(again.made('POST', '/confirm').length).toBeGreaterThan(0));
    await waitFor(() => expect(localStorage.getItem('headroom.confirmedOrders')).not.toContain('"sentAt":null'));
    expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull();
  });

  test('of an order that has ended is forgotten, and one that a sync knows needs no press', async () => {
    const { tell, user, room, confirmed } = await open({ [CONFIRM]: refusal(404, 'Gone', 'not_found') });
    await tell(order());
    await user.click(await confirmButton());
    await waitFor(() => expect(localStorage.getItem('headroom.confirmedOrders')).toBe('[]'));
    expect(confirmed()).toHaveLength(1);
    await room.receive({
      type: 'sync',
      eventId: 'e1',
      epoch: 'epoch-1',
      version: 1,
      clientId: 'client-1',
      lastSeq: 0,
      countingAllowed: true,
      subscriptionStatus: 'active',
      areas: [MAIN, BAR],
      orders: [order({ orderId: 'o2' })],
      confirmedOrders: ['o2'],
    });
    await waitFor(() => expect(said()).toEqual(['StopLet nobody in.']));
    expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull();
  });
});

test('“one in, one out” shows what the door may let in now, with its own taps at once, and nothing without a share', async () => {
  const { tell, user, room } = await open();
  const baselines = [
    { areaId: 'a1', ins: 0, outs: 0 },
    { areaId: 'a2', ins: 0, outs: 0 },
  ];
  const one = (more: Partial<ToldOrder> = {}) => order({ kind: 'one_in_one_out', baselines, ...more });
  await tell(one());
  await user.click(await confirmButton());
  await waitFor(() => expect(said()[0]).toContain('No live connection'));
  await tell(one({ share: { ...ALONE, doors: 2 } }));
  await waitFor(() => expect(said()[0]).toContain('0let in now'));
  await room.receive({
    type: 'occupancy_updated',
    eventId: 'e1',
    version: 1,
    areas: [{ ...MAIN, totalExits: 3, version: 1 }],
  });
  await waitFor(() => expect(said()[0]).toContain('2let in now'));
  await press(user, 'Add one to Main Stage');
  await waitFor(() => expect(said()[0]).toContain('1let in now'));
  // A machine may have missed people who came in.
  const missed = { ...MAIN, totalExits: 3, version: 2, mayBeLowBy: 1 };
  await room.receive({ type: 'occupancy_updated', eventId: 'e1', version: 2, areas: [missed] });
  await waitFor(() => expect(said()[0]).toMatch(/People may be missing in the count: ask.*–let in now$/));
});

test('a door under two orders to let one in for each one who leaves does so once for each one who leaves', async () => {
  const { tell, user, room } = await open({ 'POST /api/events/e1/orders/o2/confirm': OK });
  const baselines = ['a1', 'a2'].map((areaId) => ({ areaId, ins: 0, outs: 0 }));
  const kept = baselines.slice(1);
  const all = order({ kind: 'one_in_one_out', baselines, share: { ...ALONE, kept } });
  const target = { type: 'area' as const, areaId: 'a2' };
  await tell({ ...all, orderId: 'o2', target, share: ALONE, givenAt: '2026-11-20T22:50:00.000Z' }, all);
  await waitFor(() => expect(rows()).toHaveLength(2));
  for (const row of rows()) await user.click(within(row).getByRole('button', { name: 'Got it' }));
  const numbers = () => said().map((row) => row?.match(/(\d+)let in now/)?.[1]);
  await waitFor(() => expect(numbers()).toEqual(['0', '0']));
  const areas = [
    { ...MAIN, totalExits: 1, version: 1 },
    { ...BAR, totalExits: 2, version: 1 },
  ];
  await room.receive({ type: 'occupancy_updated', eventId: 'e1', version: 1, areas });
  await waitFor(() => expect(numbers()).toEqual(['2', '1']));
  await press(user, 'Remove one from Bar');
  await waitFor(() => expect(numbers()).toEqual(['3', '1']));
});
