import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../support/eventually';
import { CLOSE } from '../../../src/shared/protocol/version';
import { createOutboxStore } from '../../../web/src/realtime/outbox/outbox-store';
import { askingAs } from '../../../web/src/realtime/principal';
import { Realtime, type RealtimeListeners } from '../../../web/src/realtime/realtime';
import { countWaitingTaps } from '../../../web/src/realtime/outbox/waiting-taps';
import { area, sync } from '../support/areas';
import { CAR_PARK, DRILL } from '../support/evacuations';
import { FakeWorld, PRINCIPAL } from '../support/fake-effects';
import { FakeLocks } from '../support/fake-tabs';
import { allTaken } from '../support/polling';

const OLD = 'client-old-00000001';
const listeners = {
  event: vi.fn<RealtimeListeners['event']>(),
  refresh: vi.fn<RealtimeListeners['refresh']>(),
  eventGone: vi.fn<RealtimeListeners['eventGone']>(),
  sessionEnded: vi.fn<RealtimeListeners['sessionEnded']>(),
};
const store = () => createOutboxStore();
let world: FakeWorld;

/** Stores taps that a dead tab has left. */
const leave = (seqs: number[], clientId = OLD, eventId = 'e1', areaId = 'a1') =>
  store().write({
    record: { clientId, eventId, principal: PRINCIPAL, since: 1 },
    taps: seqs.map((seq) => ({ seq, areaId, change: 1, at: seq })),
    settledThrough: 0,
    uncounted: [],
  });

const isEmpty = () => inTheEnd(async () => expect(await store().records(PRINCIPAL)).toEqual([]));

/** A room's answer that refuses the first tap. */
function refusing(body: Parameters<FakeWorld['pollAnswer']>[0]): ReturnType<FakeWorld['pollAnswer']> {
  const answer = allTaken(body);
  const rejected = [{ seq: 1, code: 'counting_locked', message: 'Locked.' }];
  return answer.ok ? { ok: true, value: { ...answer.value, ack: { ...answer.value.ack, rejected } } } : answer;
}

/** Opens the page; by default as a tab of the world. */
function open(principal = PRINCIPAL, effects = world.effects): Realtime {
  const realtime = new Realtime(effects, principal);
  realtime.listen(listeners);
  return realtime;
}

const inTheEnd = (check: () => void | Promise<void>) =>
  eventually(async () => {
    await world.pass(0);
    await check();
  });

/** Waits until storage, which answers in real time, and the world's tasks are idle. */
async function quiet(): Promise<void> {
  for (let look = 0; look < 20; look += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    await world.pass(0);
  }
}

beforeEach(() => {
  vi.clearAllMocks();
  world = new FakeWorld();
  world.store = store();
});

describe('a page takes over the taps that a dead tab left', () => {
  test('the taps of a dead tab are delivered under its client id in full batches, shown, and then deleted', async () => {
    await leave(Array.from({ length: 250 }, (_, i) => i + 1));
    const realtime = open();
    realtime.hold('e1');
    world.areas = { ok: true, value: [area({ version: 1, currentOccupancy: 7 })] };
    await inTheEnd(() => expect(realtime.unsentTaps).toBe(250));
    await inTheEnd(() =>
      expect(realtime.snapshotOf('e1').areas?.[0]).toMatchObject({ currentOccupancy: 257, unsentTaps: 250 }),
    );
    world.pollAnswer = allTaken;
    world.wake();
    await isEmpty();
    expect(realtime.unsentTaps).toBe(0);
    const delivered = world.polls.slice(-2).map(({ clientId, seq, taps }) => [clientId, seq, taps.length]);
    expect(delivered).toEqual([
      [OLD, 1, 200],
      [OLD, 201, 50],
    ]);
  });

  test('a dead tab’s taps of a drill stay on the screen when they are delivered', async () => {
    const [twin] = DRILL.sideAreas;
    await leave([1, 2], OLD, 'e1', twin?.areaId);
    const realtime = open();
    realtime.hold('e1');
    const remaining = () => realtime.snapshotOf('e1').sideAreas[0]?.currentOccupancy;
    await inTheEnd(() => expect(realtime.unsentTaps).toBe(2));
    world.socket.open();
    world.socket.receive(sync({ evacuation: DRILL }));
    expect(remaining()).toBe(5);
    // The room's next frame is still on its way.
    const sideAreas = [{ ...area(twin), currentOccupancy: 5, totalEntries: 2, version: 3 }, CAR_PARK];
    world.pollAnswer = ({ clientId, seq, taps }) => ({
      ok: true,
      value: {
        ack: { type: 'ack', seq: seq + taps.length - 1, version: 3 },
        sync: sync({ clientId, evacuation: { ...DRILL, sideAreas } }),
      },
    });
    world.wake();
    await isEmpty();
    expect(remaining()).toBe(5);
  });

  test('the taps of a living tab wait for its lock', async () => {
    const locks = new FakeLocks();
    const [tab, other] = [{}, {}];
    await locks.of(other).hold(OLD);
    await leave([1]);
    const realtime = open(PRINCIPAL, { ...world.effects, locks: locks.of(tab) });
    await quiet();
    expect([realtime.unsentTaps, world.polls.length]).toEqual([0, 0]);
    locks.kill(other);
    await inTheEnd(() => expect(realtime.unsentTaps).toBe(1));
  });

  test('the taps of another person are neither shown nor sent, and they are there when that person returns', async () => {
    await leave([1, 2]);
    const other = open('admin:a@b.co');
    await quiet();
    expect([other.unsentTaps, world.polls.length]).toEqual([0, 0]);
    other.closeAll();
    const realtime = open();
    await inTheEnd(() => expect(realtime.unsentTaps).toBe(2));
  });

  const forgotten = { ack: { type: 'ack', seq: 0, version: 0 }, sync: sync({ clientId: OLD }) } as const;
  test.each([
    ['the room has forgotten the earlier taps', { ok: true, value: forgotten }],
    ['the old id now belongs to another principal', { ok: false, failure: 'client_id_taken' }],
  ] as const)('the taps of a dead tab go under a new client id from 1 if %s', async (_what, answer) => {
    await leave([4, 5]);
    world.pollAnswer = (body) => (body.clientId === OLD ? answer : allTaken(body));
    open();
    await isEmpty();
    expect(world.polls.map(({ seq, taps }) => [seq, taps.map(({ at }) => at)])).toEqual([
      [4, [4, 5]],
      [1, [4, 5]],
    ]);
    expect(world.polls[1]?.clientId).not.toBe(OLD);
    expect(await store().taps(OLD)).toEqual([]);
  });

  test('the taps of an event whose calls fail do not delay those of other events', async () => {
    await leave([1]);
    await leave([1], 'client-old-00000002', 'e2');
    world.pollAnswer = (body) => (body.clientId === OLD ? { ok: false, failure: 'later' } : allTaken(body));
    const realtime = open();
    await inTheEnd(() => expect(realtime.unsentTaps).toBe(2));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await quiet();
      await world.pass(2_000);
    }
    await inTheEnd(() => expect(realtime.unsentTaps).toBe(1));
    expect(await store().taps(OLD)).toHaveLength(1);
  });

  test('refused taps of a dead tab are reported with their area’s name, even if their event is not open', async () => {
    await leave([1]);
    world.pollAnswer = refusing;
    const realtime = open();
    await inTheEnd(() => expect(realtime.uncountedTaps).toMatchObject([{ areaName: 'Main Stage', taps: 1 }]));
  });

  test('the taps of a dead tab stay stored when the session ends and when the server finds the session invalid', async () => {
    await leave([1, 2]);
    world.pollAnswer = () => ({ ok: false, failure: 'refused' });
    const realtime = open();
    await inTheEnd(() => expect(world.polls).toHaveLength(1));
    // Longer than the longest wait between attempts, in steps that give storage time to finish.
    for (let step = 0; step < 3; step += 1) {
      await quiet();
      await world.pass(9_000);
    }
    expect([world.polls.length, realtime.unsentTaps, realtime.refusedTaps]).toEqual([1, 2, 2]);
    realtime.closeAll();
    world.pollAnswer = () => ({ ok: false, failure: 'unauthenticated' });
    open();
    await inTheEnd(() => expect(listeners.sessionEnded).toHaveBeenCalledExactlyOnceWith({ kept: 2, lost: 0 }));
    expect(await store().taps(OLD)).toHaveLength(2);
  });

  test('the deletion of an account deletes its taps and a report that is still being written', async () => {
    await leave([1]);
    const gate = Promise.withResolvers<void>();
    const real = store();
    const write = vi.fn<typeof real.write>((change) => gate.promise.then(() => real.write(change)));
    world.store = { ...real, write };
    world.pollAnswer = refusing;
    const realtime = open();
    await inTheEnd(() => expect(write).toHaveBeenCalledOnce());
    const erased = realtime.erase();
    await quiet();
    gate.resolve();
    await erased;
    const left = [await store().records(PRINCIPAL), await countWaitingTaps(), await store().uncounted(PRINCIPAL)];
    expect(left).toEqual([[], 0, []]);
  });

  test('the taps of a deleted event are lost, and the next page reports this until it is read', async () => {
    await leave([1, 2]);
    world.pollAnswer = () => ({ ok: false, failure: 'gone' });
    const lost = { eventId: 'e1', areaId: 'a1', areaName: null, reason: null, taps: 2 };
    const realtime = open();
    await inTheEnd(() => expect(realtime.uncountedTaps).toEqual([lost]));
    expect(realtime.unsentTaps).toBe(0);
    await inTheEnd(async () => expect(await store().taps(OLD)).toEqual([]));
    const next = open();
    await inTheEnd(() => expect(next.uncountedTaps).toEqual([lost]));
    const [read] = next.uncountedTaps;
    if (read) next.dismiss(read);
    await inTheEnd(async () => expect(await store().uncounted(PRINCIPAL)).toEqual([]));
  });
});

test('taps that a closed tab has left stay while their person may not count at the event', async () => {
  await leave([1, 2]);
  world.pollAnswer = allTaken;
  const realtime = open();
  realtime.permit(() => false);
  await quiet();
  expect([world.polls, realtime.unsentTaps]).toEqual([[], 2]);
  realtime.permit(() => true);
  await isEmpty();
});

describe('a login in another tab ends the page’s calls', () => {
  test.each([
    [
      'belongs to another user: the own one has ended, and no taps are given up',
      { ok: true, value: 'code:e2' },
      'unauthenticated',
    ],
    ['has also ended', { ok: false, failure: 'unauthenticated' }, 'unauthenticated'],
    ['cannot be checked: the call fails for now', { ok: false, failure: 'later' }, 'later'],
    ['is unchanged: the event is gone', { ok: true, value: PRINCIPAL }, 'gone'],
  ] as const)(
    'the effects ask about the session when an event is not found, and the session %s',
    async (_what, who, failure) => {
      world.verifyAnswer = who;
      world.areas = { ok: false, failure: 'gone' };
      const effects = askingAs(PRINCIPAL, world.effects);
      expect(await effects.fetchAreas('e1', 'client-000000000001', new AbortController().signal)).toEqual({
        ok: false,
        failure,
      });
    },
  );

  test('the page sends nothing in another user’s name: no call, no handshake, no join', async () => {
    world.signedIn = 'code:e2';
    const effects = askingAs(PRINCIPAL, world.effects);
    const { signal } = new AbortController();
    const ended = { ok: false, failure: 'unauthenticated' };
    const body = { clientId: OLD, seq: 1, sentAt: 1, taps: [] };
    expect([
      await effects.fetchAreas('e1', 'client-000000000001', signal),
      await effects.poll('e1', body, signal),
    ]).toEqual([ended, ended]);
    expect([world.areaCalls, world.polls]).toEqual([0, []]);
    const socket = {
      opened: vi.fn<() => void>(),
      message: vi.fn<(text: string) => void>(),
      closed: vi.fn<(code: number) => void>(),
    };
    effects.openSocket('/socket', socket);
    await Promise.resolve();
    expect([world.sockets, socket.closed.mock.calls]).toEqual([[], [[CLOSE.sessionEnded]]]);
    world.signedIn = PRINCIPAL;
    effects.openSocket('/socket', socket);
    world.signedIn = 'code:e2';
    world.socket.open();
    expect([socket.opened.mock.calls, socket.closed.mock.calls]).toEqual([
      [],
      [[CLOSE.sessionEnded], [CLOSE.sessionEnded]],
    ]);
  });
});
