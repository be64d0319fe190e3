import { beforeEach, expect, test, vi } from 'vitest';
import { POLL_INTERVAL_MS } from '../../../../src/shared/protocol/limits';
import type { Display } from '../../../../src/shared/schemas/display';
import {
  DisplayChannel,
  RELAYED_STALE_AFTER_MS,
  STALE_AFTER_MS,
} from '../../../../web/src/features/display/display-channel';
import type { Outcome } from '../../../../web/src/realtime/effects';
import { display, displayFrame } from '../../support/displays';
import { FakeWorld } from '../../support/fake-effects';

const LATER = { ok: false, failure: 'later' } as const;
const GONE = { ok: false, failure: 'gone' } as const;
const reloadNeeded = vi.fn<() => void>();

let world: FakeWorld;
let channel: DisplayChannel;
let answer: () => Promise<Outcome<Display>>;
let calls: number;

const answerWith = (occupancy: number) => async () => ({ ok: true, value: display({ occupancy }) }) as const;
const occupancy = () => channel.read().display?.areas[0]?.occupancy;

const channelTo = (token: string) =>
  new DisplayChannel(token, {
    ...world.effects,
    fetchDisplay: (asked) => {
      if (asked === 'token-1') calls += 1;
      return answer();
    },
    reloadNeeded,
  });

beforeEach(async () => {
  reloadNeeded.mockClear();
  world = new FakeWorld();
  calls = 0;
  answer = answerWith(0);
  channel = channelTo('token-1');
  channel.start();
  await world.pass(0);
});

/** Opens the socket and delivers this display state. */
async function deliver(people = 5): Promise<void> {
  world.socket.open();
  world.socket.receive(displayFrame({ occupancy: people }));
  await world.pass(0);
}

/** Lets time pass while the other end answers each ping. */
async function passAlive(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    world.socket.receive('pong');
    await world.pass(1_000);
  }
}

test('the first call brings the first state, the socket brings later ones, and no call follows while it does', async () => {
  expect(channel.read()).toEqual({ display: display({ occupancy: 0 }), line: 'live', stale: false, lostSince: null });
  expect(world.socket.path).toBe('/api/displays/token-1/socket?v=1');
  world.socket.open();
  expect(world.socket.frames).toEqual([{ type: 'join_event', eventId: 'e1' }]);
  world.socket.receive(displayFrame({ occupancy: 5 }));
  expect(occupancy()).toBe(5);
  await passAlive(120_000);
  expect(calls).toBe(1);
  expect(channel.read().line).toBe('live');
});

test('behind a relay only frames prove that the numbers are current: pongs do not, and another socket is opened', async () => {
  await deliver();
  world.socket.receive({ ...displayFrame({ occupancy: 6 }), isRelayed: true });
  await passAlive(RELAYED_STALE_AFTER_MS - 1_000);
  expect(channel.read()).toMatchObject({ line: 'live', stale: false });
  const { socket } = world;
  const heardAt = world.nowMs - (RELAYED_STALE_AFTER_MS - 1_000);
  await passAlive(1_000);
  expect(channel.read()).toMatchObject({ line: 'lost', stale: true, lostSince: heardAt });
  await world.pass(POLL_INTERVAL_MS);
  expect(world.socket).not.toBe(socket);
  // A relay that repeats its frame is live, however little changes.
  world.socket.open();
  for (let passed = 0; passed < 120_000; passed += 15_000) {
    world.socket.receive({ ...displayFrame({ occupancy: 6 }), isRelayed: true });
    await passAlive(15_000);
    expect(channel.read()).toMatchObject({ line: 'live', stale: false, lostSince: null });
  }
});

test('the display answers with the word that the room asks for, so that the room knows that it reads', async () => {
  await deliver();
  world.socket.receive({ type: 'question', word: 'apple' });
  expect(world.socket.frames.at(-1)).toEqual({ type: 'answer', word: 'apple' });
  expect(occupancy()).toBe(5);
  expect(channel.read().line).toBe('live');
});

test('a lost socket is reported at once with the time of the last message, and the state stays until it is stale', async () => {
  await deliver();
  await passAlive(40_000);
  answer = async () => LATER;
  const lastWord = world.nowMs - 1_000;
  world.socket.closeWith(1006);
  expect(channel.read()).toMatchObject({ line: 'lost', lostSince: lastWord, stale: false });
  await world.pass(STALE_AFTER_MS - 1_001);
  expect(channel.read()).toMatchObject({ line: 'lost', stale: false });
  expect(occupancy()).toBe(5);
  await world.pass(2);
  expect(channel.read()).toMatchObject({ line: 'lost', lostSince: lastWord, stale: true });
});

test('a connection that stops silently is reported lost, and the state becomes stale ten seconds after the last message', async () => {
  await deliver();
  answer = async () => LATER;
  await world.pass(9_000);
  expect(channel.read()).toMatchObject({ line: 'lost', stale: false });
  await world.pass(1_000);
  expect(channel.read().stale).toBe(true);
});

test('a state from before a sleep is stale at the first read, at once on waking, and by itself within a second', async () => {
  await deliver();
  const sleep = () => {
    world.nowMs += STALE_AFTER_MS;
  };
  const changed = vi.fn<() => void>();
  channel.subscribe(changed);
  sleep();
  expect(channel.read()).toMatchObject({ display: display({ occupancy: 5 }), stale: true });

  await deliver(6);
  expect(channel.read().stale).toBe(false);
  changed.mockClear();
  sleep();
  world.wake();
  expect(changed).toHaveBeenCalled();
  expect(channel.read().stale).toBe(true);

  await deliver(7);
  changed.mockClear();
  // Timers stand still while a machine sleeps: this one still has a whole second to go.
  world.sleep(STALE_AFTER_MS);
  await world.pass(1_000);
  expect(changed).toHaveBeenCalled();
  expect(channel.read().stale).toBe(true);
});

test('a socket that survives a sleep is asked for the current state, because its pong alone brings none', async () => {
  await deliver();
  world.sleep(STALE_AFTER_MS);
  world.socket.receive('pong');
  expect(channel.read().stale).toBe(true);
  world.wake();
  expect(world.socket.frames).toContainEqual({ type: 'request_sync' });
  world.socket.receive('pong');
  expect(channel.read().stale).toBe(true);
  world.socket.receive(displayFrame({ occupancy: 9 }));
  expect(channel.read()).toMatchObject({ line: 'live', stale: false });
  expect(occupancy()).toBe(9);
});

test('polling replaces a failed socket and ends when a socket delivers again', async () => {
  await deliver();
  answer = answerWith(7);
  world.socket.closeWith(1006);
  await world.pass(POLL_INTERVAL_MS);
  expect(channel.read()).toMatchObject({ line: 'live', lostSince: null });
  expect(occupancy()).toBe(7);
  for (let i = 0; i < 20; i += 1) {
    world.socket.closeWith(1006);
    await world.pass(POLL_INTERVAL_MS);
  }
  expect(channel.read()).toMatchObject({ line: 'live', stale: false });
  const polled = calls;
  expect(polled).toBeGreaterThan(15);
  await world.pass(60_000);
  await deliver(9);
  const before = calls;
  await passAlive(30_000);
  expect(calls).toBe(before);
  expect(occupancy()).toBe(9);
});

test('a socket message is newer than the answer of a call that began before it', async () => {
  await deliver();
  const slow = Promise.withResolvers<Outcome<Display>>();
  answer = () => slow.promise;
  world.socket.closeWith(1006);
  await world.pass(POLL_INTERVAL_MS);
  await deliver(8);
  slow.resolve({ ok: true, value: display({ occupancy: 6 }) });
  await world.pass(0);
  expect(occupancy()).toBe(8);
});

test('a socket that drops frames does not count as connected: polling goes on, another socket is tried, and pongs keep no state fresh', async () => {
  world.socket.open();
  const sockets = world.sockets.length;
  const poll = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      world.socket.receive('pong');
      await world.pass(POLL_INTERVAL_MS);
    }
  };
  await poll(7);
  expect(calls).toBeGreaterThan(5);
  expect(world.sockets.length).toBeGreaterThan(sockets);
  expect(channel.read()).toMatchObject({ line: 'live', stale: false });
  answer = async () => LATER;
  world.socket.open();
  await poll(10);
  expect(channel.read()).toMatchObject({ line: 'lost', stale: true });
});

test.each([4401, 4404])(
  'close code %i means that the link is gone: the display asks for nothing and shows nothing any more',
  async (code) => {
    await deliver();
    world.socket.closeWith(code);
    expect(channel.read()).toEqual({ display: null, line: 'gone', stale: false, lostSince: null });
    const sockets = world.sockets.length;
    await world.pass(300_000);
    expect(calls).toBe(1);
    expect(world.sockets).toHaveLength(sockets);
    expect(channel.read().line).toBe('gone');
  },
);

test('an unknown link is gone at once; a link revoked while the socket fails is gone with the next call', async () => {
  answer = async () => GONE;
  const unknown = channelTo('token-2');
  const sockets = world.sockets.length;
  unknown.start();
  await world.pass(0);
  expect(unknown.read().line).toBe('gone');
  expect(world.sockets).toHaveLength(sockets);

  world.socket.closeWith(1006);
  await world.pass(POLL_INTERVAL_MS);
  expect(channel.read().line).toBe('gone');
});
