import { beforeEach, expect, test, vi } from 'vitest';
import { CallRefused, ItemRefused } from '../../support/api';
import { FESTIVAL, GARDEN, isMachine, MAIN } from '../../../scripts/demo/festival';
import { LiveMachine } from '../../../scripts/demo/live/live-machine';
import { planFestival } from '../../../scripts/demo/plan';
import { openMachineKey } from '../../../scripts/demo/machines/key';
import { Machine } from '../../../scripts/demo/machines/machine';
import { exitOf } from '../../../scripts/demo/shows/leaving';
import type { NewApiKey } from '../../../src/shared/keys/schemas';
import { type SourceBatch, SourceBatchSchema } from '../../../src/rpc/source-batch';

const START = Date.parse('2026-11-26T18:00:00Z');
const [TURNSTILE, CAMERA] = ['turnstile', 'camera'].map((kind) =>
  FESTIVAL.devices.findIndex(({ machine }) => machine?.kind === kind),
);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});

/** On the test's clock. */
const wait = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

/** Takes the calls of a machine, as the server does; `failures` of them get no answer, or this one. */
function serverFor(device: number | undefined, failures: readonly Error[] = []) {
  const batches: SourceBatch[] = [];
  const left = [...failures];
  const count = async (_eventId: string, batch: SourceBatch) => {
    batches.push(SourceBatchSchema.parse(batch));
    const failure = left.shift();
    if (failure) throw failure;
    return await Promise.resolve({ sourceId: batch.source.sourceId, nextSeq: 40, items: [] });
  };
  const areaIds = ['main', 'tent', 'market', 'garden'];
  return { batches, place: { api: { count }, eventId: 'event', areaIds, show: FESTIVAL, device: device ?? -1 } };
}

test('the festival’s machines count who passes their doors, make no mistakes, and stand at no way out', () => {
  const { steps } = planFestival({ now: new Date(2026, 10, 18, 15, 40).getTime(), seed: 20_261_121, size: 1 });
  const taps = steps.flatMap((step) => (step.type === 'tap' && isMachine(step.tap.device) ? [step.tap] : []));
  const own = (device: number | undefined) => taps.filter((tap) => tap.device === device);
  expect(own(TURNSTILE).length).toBeGreaterThan(1_000);
  expect(own(CAMERA).length).toBeGreaterThan(1_000);
  expect(taps.length).toBe(own(TURNSTILE).length + own(CAMERA).length);
  expect(taps.filter(({ undoes }) => undoes !== undefined)).toEqual([]);
  expect(own(TURNSTILE).every(({ area, change, to }) => area === MAIN && change > 0 && to === undefined)).toBe(true);
  const ways = new Set(own(CAMERA).map(({ area, change, to }) => `${area} ${to} ${change < 0}`));
  expect(ways).toEqual(new Set([`${MAIN} ${GARDEN} true`, `${GARDEN} ${MAIN} true`]));
  expect(FESTIVAL.areas.map((_, area) => isMachine(exitOf(FESTIVAL, area)))).toEqual([false, false, false, false]);
});

test('while the demo is filled, a turnstile goes on with the server’s numbers, and a camera begins again from 0', async () => {
  const turnstile = serverFor(TURNSTILE);
  const seat = new Machine(turnstile.place);
  await seat.begin(START);
  const taps = [3, 1].map((change, n) => ({ area: MAIN, change, at: START + n }));
  for (const tap of taps) seat.pass(tap);
  expect(seat.dueAt).toBe(START + 45_000);
  expect(await seat.send()).toEqual(taps);
  expect(seat.dueAt).toBe(Infinity);
  expect(turnstile.batches.map(({ items }) => items)).toEqual([
    [{ seq: 1, in: 0 }],
    [
      { seq: 40, in: 3, at: START },
      { seq: 41, in: 1, at: START + 1 },
    ],
  ]);
  const camera = serverFor(CAMERA);
  const bridge = new Machine(camera.place);
  await bridge.begin(START);
  bridge.pass({ area: MAIN, to: GARDEN, change: -2, at: START + 1 });
  bridge.pass({ area: GARDEN, to: MAIN, change: -5, at: START + 2 });
  await bridge.send();
  expect(camera.batches[1]).toEqual({
    source: {
      sourceId: 'bridge-camera',
      sourceName: 'Bridge camera',
      door: 'Stage bridge',
      kind: 'camera',
      direction: 'both',
      areaId: 'garden',
      otherAreaId: 'main',
    },
    items: [
      { inTotal: 2, outTotal: 0, at: START + 1 },
      { inTotal: 2, outTotal: 5, at: START + 2 },
    ],
  });
});

test('a live machine sends a batch in five seconds, and the same items again when a call fails', async () => {
  const { batches, place } = serverFor(TURNSTILE, [new Error('no network')]);
  const machine = new LiveMachine(place, wait);
  void machine.run();
  expect(machine.isCounting).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(machine.isCounting).toBe(true);
  machine.pass({ area: MAIN, change: 1, at: START });
  await vi.advanceTimersByTimeAsync(20_000);
  machine.stop();
  expect(batches.map(({ items }) => items)).toEqual([
    [{ seq: 1, in: 0 }],
    [{ seq: 1, in: 0 }],
    [{ seq: 40, in: 1, at: START }],
  ]);
});

test('who has left by a live camera counts as gone before the room knows it; a revoked key ends its counting', async () => {
  const { batches, place } = serverFor(CAMERA);
  const machine = new LiveMachine(place, wait);
  void machine.run();
  await vi.advanceTimersByTimeAsync(0);
  machine.pass({ area: MAIN, to: GARDEN, change: -5, at: START });
  expect([MAIN, GARDEN].map((area) => machine.leftUnseen(area))).toEqual([5, 0]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(machine.leftUnseen(MAIN)).toBe(0);
  // Nobody has passed since, and the camera still shows its totals.
  expect(batches.at(-1)?.items).toEqual([{ inTotal: 5, outTotal: 0, at: START + 10_000 }]);
  const revoked = serverFor(CAMERA, [new CallRefused(401, 'unauthenticated')]);
  const other = new LiveMachine(revoked.place, wait);
  await other.run();
  expect(other.isCounting).toBe(false);
});

test('what the server refuses is given up, and nobody passes until it takes items again', async () => {
  const { batches, place } = serverFor(TURNSTILE);
  const locked = new ItemRefused('counting_locked');
  const failures: Error[] = [];
  const count: typeof place.api.count = async (...call) => {
    const answer = await place.api.count(...call);
    const failure = failures.shift();
    if (failure) throw failure;
    return answer;
  };
  const machine = new LiveMachine({ ...place, api: { count } }, wait);
  void machine.run();
  await vi.advanceTimersByTimeAsync(0);
  failures.push(locked, locked);
  machine.pass({ area: MAIN, change: 1, at: START });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(machine.isCounting).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(machine.isCounting).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(machine.isCounting).toBe(true);
  machine.pass({ area: MAIN, change: 1, at: START });
  await vi.advanceTimersByTimeAsync(5_000);
  machine.stop();
  expect(batches.map(({ items }) => items)).toEqual([
    [{ seq: 1, in: 0 }],
    [{ seq: 40, in: 1, at: START }],
    [{ seq: 1, in: 0 }],
    [{ seq: 1, in: 0 }],
    [{ seq: 40, in: 1, at: START }],
  ]);
});

test('each run has a key of its own that can only count at this event, and revokes the one of the run before', async () => {
  const listed = {
    hint: 'hr_1',
    scopes: ['count' as const],
    eventName: 'Festival',
    addresses: null,
    lastUsedAt: null,
    overlapEndsAt: null,
  };
  const at = new Date(START).toISOString();
  const times = { createdAt: at, expiresAt: at };
  const keys = [
    { keyId: 'mine', name: 'Turnstile and camera', eventId: 'event', revokedAt: null },
    { keyId: 'over', name: 'Turnstile and camera', eventId: 'event', revokedAt: at },
    { keyId: 'of-another-event', name: 'Turnstile and camera', eventId: 'other', revokedAt: null },
    { keyId: 'of-a-visitor', name: 'My gate', eventId: 'event', revokedAt: null },
  ].map((key) => ({ ...listed, ...times, ...key }));
  const revoked: string[] = [];
  const created: NewApiKey[] = [];
  const organizer = {
    listKeys: () => Promise.resolve(keys),
    revokeKey: (keyId: string) => Promise.resolve(void revoked.push(keyId)),
    createKey: (key: NewApiKey) => Promise.resolve(`key-${created.push(key)}`),
  };
  const api = await openMachineKey('http://localhost', organizer, 'event');
  expect(revoked).toEqual(['mine']);
  expect(created).toMatchObject([{ scopes: ['count'], eventId: 'event', days: 30 }]);
  expect([api.key, api.cookie]).toEqual(['key-1', '']);
});
