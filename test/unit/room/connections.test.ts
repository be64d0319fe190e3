import { expect, test } from 'vitest';
import { Connections } from '../../../src/room/sockets/connections';
import type { RoomSocket } from '../../../src/room/ports';
import { STREAMS_PER_EVENT_MAX } from '../../../src/shared/protocol/limits';

const LIMITS = {
  framesPerSecond: 100,
  tapsPerSecond: 100,
  newClientsPerHour: 60,
  socketsPerSession: 20,
  socketsPerRoom: 3_000,
  viewersPerAddress: 1_000_000,
  viewers: 250,
};

const attachment = {
  principal: 'admin:a' as const,
  sessionId: 's',
  tier: 'counting' as const,
  protocol: 1,
  clientId: null,
  openedAt: 1_000_000,
  order: 1,
};

const viewer = { ...attachment, principal: 'display:e' as const, tier: 'viewer' as const };
const stream = { ...attachment, principal: 'key:k' as const, sessionId: 'key:k', tier: 'viewer' as const };

function fakeSocket() {
  const closed: number[] = [];
  const socket: RoomSocket = { send: () => {}, close: (code) => closed.push(code), serializeAttachment: () => {} };
  return { socket, closed };
}

test('sockets that are silent for more than 90 s are reaped, and sockets that pinged or sent are not', () => {
  const connections = new Connections(LIMITS);
  const [silent, pinging, sending] = [fakeSocket(), fakeSocket(), fakeSocket()];
  for (const { socket } of [silent, pinging, sending]) connections.add(socket, attachment);
  connections.get(sending.socket)?.allowFrame(1_080_000);
  const lastPingAt = (socket: RoomSocket) => (socket === pinging.socket ? 1_060_000 : 0);
  connections.reap(1_090_000, lastPingAt);
  expect(silent.closed).toEqual([]);
  connections.reap(1_090_001, lastPingAt);
  expect(silent.closed).toEqual([1001]);
  expect([pinging.closed, sending.closed]).toEqual([[], []]);
  expect(connections.size).toBe(2);
  // A socket that is a day old is closed, so that its device presents its session again.
  const dayLater = 1_000_001 + 24 * 3_600_000;
  connections.reap(dayLater - 1, () => dayLater);
  expect(pinging.closed).toEqual([]);
  connections.reap(dayLater, () => dayLater);
  expect(pinging.closed).toEqual([1001]);
});

test('displays take no place from a device, and a room full of devices has none for another', () => {
  const connections = new Connections({ ...LIMITS, socketsPerRoom: 2 });
  for (let i = 0; i < 5; i++) connections.add(fakeSocket().socket, viewer);
  expect(connections.hasPlaceFor(attachment)).toBe(true);
  for (const sessionId of ['s', 't']) connections.add(fakeSocket().socket, { ...attachment, sessionId });
  expect(connections.hasPlaceFor({ ...attachment, sessionId: 'u' })).toBe(false);
  expect(connections.hasPlaceFor(viewer)).toBe(true);
});

test('the token bucket holds five seconds of the rate and refills with time', () => {
  const connection = new Connections({ ...LIMITS, framesPerSecond: 10 }).add(fakeSocket().socket, attachment);
  for (let i = 0; i < 50; i++) expect(connection.allowFrame(1_000_000)).toBe(true);
  expect(connection.allowFrame(1_000_000)).toBe(false);
  expect(connection.allowFrame(1_000_100)).toBe(true);
  expect(connection.allowFrame(1_000_100)).toBe(false);
  // A viewer may send ten frames at once and then one a second, whatever limit devices have.
  const watching = new Connections(LIMITS).add(fakeSocket().socket, viewer);
  const allowed = Array.from({ length: 11 }, () => watching.allowFrame(1_000_000));
  expect(allowed).toEqual([...Array.from({ length: 10 }, () => true), false]);
  expect([1_001_000, 1_001_900].map((now) => watching.allowFrame(now))).toEqual([true, false]);
});

test('the number of viewers is limited before and after they have joined, and devices do not count as viewers', () => {
  const connections = new Connections(LIMITS);
  connections.add(fakeSocket().socket, attachment);
  const viewers = Array.from({ length: LIMITS.viewers }, () => connections.add(fakeSocket().socket, viewer));
  expect(connections.hasPlaceFor(viewer)).toBe(false);
  expect(connections.hasPlaceFor(attachment)).toBe(true);
  for (const [i, each] of viewers.entries()) connections.join(each, `viewer-${i}`);
  expect(connections.hasPlaceFor(viewer)).toBe(false);
  viewers[0]?.markClosed();
  expect(connections.hasPlaceFor(viewer)).toBe(true);
});

test('event streams have places of their own, which displays do not take, and take none of devices', () => {
  const connections = new Connections({ ...LIMITS, socketsPerRoom: 1, viewers: 1 });
  connections.add(fakeSocket().socket, viewer);
  expect([connections.hasPlaceFor(viewer), connections.hasPlaceFor(stream)]).toEqual([false, true]);
  const streams = Array.from({ length: STREAMS_PER_EVENT_MAX }, () => connections.add(fakeSocket().socket, stream));
  expect(connections.hasPlaceFor(stream)).toBe(false);
  expect(connections.hasPlaceFor(attachment)).toBe(true);
  expect([...connections.sessionIds]).toEqual([]);
  streams[0]?.close(1000, 'gone');
  expect(connections.hasPlaceFor(stream)).toBe(true);
});
