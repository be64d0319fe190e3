import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../support/eventually';
import { CLOSE } from '../../../src/shared/protocol/version';
import { createOutboxStore } from '../../../web/src/realtime/outbox/outbox-store';
import { askingAs } from '../../../web/src/realtime/principal';
import { Realtime, type RealtimeListeners } from '../../../web/src/realtime/realtime';
import { countWaitingTaps } from '../../../web/src/realtime/outbox/waiting-taps';
import { area, sync } from '../support/areas';
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

/** A dead tab has left these. */
const leave = (seqs: number[], clientId = OLD, eventId = 'e1') =>
  store().write({
    record: { clientId, eventId, principal: PRINCIPAL, since: 1 },
    taps: seqs.map((seq) => ({ seq, areaId: 'a1', change: 1, at: seq })),
    settledThrough: 0,
    uncounted: [],
  });

const isEmpty = () => inTheEnd(async () => expect(await store().records(PRINCIPAL)).toEqual([]));

/** Of a room that refuses the first tap. */
function refusing(body: Parameters<FakeWorld['pollAnswer']>[0]): ReturnType<FakeWorld['pollAnswer']> {
  const answer = allTaken(body);
  const rejected = [{ seq: 1, code: 'counting_locked', message: 'Locked.' }];
  return answer.ok ? { ok: true, value: { ...answer.value, ack: { ...answer.value.ack, rejected } } } : answer;
}

/** The page opens; a tab of its own world unless another is given. */
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

/** Storage answers in real time, all else in the world's. */
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

describe('what a dead tab has left', () => {
  test('is delivered under its own client id in full batches, shown, and then gone', async () => {
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

  test('waits for the lock of a tab that lives', async () => {
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

  test('is another person’s: neither shown nor sent, and there when they come back', async () => {
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
    ['the room has forgotten what came before', { ok: true, value: forgotten }],
    ['the old one is somebody else’s by now', { ok: false, failure: 'client_id_taken' }],
  ] as const)('goes under a new client id, from 1, where %s', async (_what, answer) => {
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

  test('of one event whose calls fail does not hold up the others', async () => {
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

  test('and is refused is told by the name of its area, also where its event is not open', async () => {
    await leave([1]);
    world.pollAnswer = refusing;
    const realtime = open();
    await inTheEnd(() => expect(realtime.uncountedTaps).toMatchObject([{ areaName: 'Main Stage', taps: 1 }]));
  });

  test('stays when the session ends, and when the server finds it invalid', async () => {
    await leave([1, 2]);
    world.pollAnswer = () => ({ ok: false, failure: 'refused' });
    const realtime = open();
    await inTheEnd(() => expect(world.polls).toHaveLength(1));
    // Longer than the longest wait between attempts, in steps that no storage is late for.
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

  test('goes with an account that is deleted, and so does a report that is still being written', async () => {
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

  test('is lost with its event, which the next page still tells, until it is read', async () => {
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

describe('a login in another tab', () => {
  test.each([
    ['is somebody else’s: it has ended, and nothing is given up', { ok: true, value: 'code:e2' }, 'unauthenticated'],
    ['has ended too', { ok: false, failure: 'unauthenticated' }, 'unauthenticated'],
    ['cannot be asked about: later', { ok: false, failure: 'later' }, 'later'],
    ['is the same: the event is gone', { ok: true, value: PRINCIPAL }, 'gone'],
  ] as const)('“not there”, and the session %s', async (_what, who, failure) => {
    world.verifyAnswer = who;
    world.areas = { ok: false, failure: 'gone' };
    const effects = askingAs(PRINCIPAL, world.effects);
    expect(await effects.fetchAreas('e1', new AbortController().signal)).toEqual({ ok: false, failure });
  });

  test('sends nothing more in the other’s name: no call, no handshake, no join', async () => {
    world.signedIn = 'code:e2';
    const effects = askingAs(PRINCIPAL, world.effects);
    const { signal } = new AbortController();
    const ended = { ok: false, failure: 'unauthenticated' };
    const body = { clientId: OLD, seq: 1, sentAt: 1, taps: [] };
    expect([await effects.fetchAreas('e1', signal), await effects.poll('e1', body, signal)]).toEqual([ended, ended]);
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
