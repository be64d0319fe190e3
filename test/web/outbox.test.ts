import { expect, test } from 'vitest';
import { TAPS_PER_FRAME_MAX } from '../../src/shared/limits';
import { mintClientId } from '../../web/src/realtime/client-id';
import { createMemoryOutbox } from '../../web/src/realtime/outbox';

const tap = (change: number) => ({ areaId: 'a1', change, at: 1 });
const changes = (batch: { taps: readonly { change: number }[] } | null) => batch?.taps.map((t) => t.change);

test('numbers taps from 1 without a gap', () => {
  const outbox = createMemoryOutbox('c');
  expect([tap(1), tap(2), tap(3)].map((t) => outbox.add(t).seq)).toEqual([1, 2, 3]);
  outbox.settle(2);
  expect(outbox.add(tap(4)).seq).toBe(4);
  expect(outbox.firstSeq).toBe(3);
});

test('one batch in flight: the next goes with the ack, with all that came meanwhile', () => {
  const outbox = createMemoryOutbox('c');
  outbox.add(tap(1));
  expect(outbox.take()).toEqual({ seq: 1, taps: [tap(1)] });
  outbox.add(tap(2));
  outbox.add(tap(3));
  expect(outbox.take()).toBeNull();
  expect(outbox.acknowledge(1).map((t) => t.seq)).toEqual([1]);
  expect(outbox.take()).toEqual({ seq: 2, taps: [tap(2), tap(3)] });
});

test('an ack below what was sent is a gap: it goes again from there', () => {
  const outbox = createMemoryOutbox('c');
  for (const change of [1, 2, 3]) outbox.add(tap(change));
  outbox.take();
  outbox.acknowledge(1);
  expect(outbox.take()).toMatchObject({ seq: 2 });
});

test('a sync in between does not let a second batch go', () => {
  const outbox = createMemoryOutbox('c');
  for (const change of [1, 2]) outbox.add(tap(change));
  outbox.take();
  outbox.settle(1);
  expect(outbox.take()).toBeNull();
  outbox.settle(2);
  expect(outbox.size).toBe(0);
});

test('at most a frame full at a time', () => {
  const outbox = createMemoryOutbox('c');
  for (let i = 0; i < TAPS_PER_FRAME_MAX + 5; i += 1) outbox.add(tap(1));
  expect(outbox.take()?.taps).toHaveLength(TAPS_PER_FRAME_MAX);
  outbox.acknowledge(TAPS_PER_FRAME_MAX);
  expect(outbox.take()?.taps).toHaveLength(5);
});

test('a lost connection and a new client id send all that is left again', () => {
  const outbox = createMemoryOutbox('c');
  for (const change of [1, 2, 3]) outbox.add(tap(change));
  outbox.take();
  outbox.rewind();
  expect(changes(outbox.take())).toEqual([1, 2, 3]);
  outbox.acknowledge(1);
  outbox.restart('d');
  expect(outbox.clientId).toBe('d');
  expect(outbox.take()).toEqual({ seq: 1, taps: [tap(2), tap(3)] });
});

test('client ids fit the protocol and differ', () => {
  const ids = Array.from({ length: 50 }, mintClientId);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
});
