import { beforeEach, expect, test, vi } from 'vitest';
import { TAPS_PER_FRAME_MAX } from '../../../src/shared/limits';
import { mintClientId } from '../../../web/src/lib/client-id';
import { Outbox, type OutboxOwner } from '../../../web/src/realtime/outbox';
import { FakeWorld } from '../support/fake-effects';

const tap = (change: number) => ({ areaId: 'a1', change, at: 1 });

/** Of a device where nothing can be stored. */
let outbox: Outbox;
const add = (...changes: number[]) => changes.map((change) => outbox.add(tap(change)));
const renumbered = vi.fn<OutboxOwner['renumbered']>();

beforeEach(() => {
  const home = new FakeWorld().homeInMemory();
  renumbered.mockClear();
  outbox = Outbox.begin(home, 'e1', 1, { ready: () => undefined, dropped: () => undefined, renumbered });
});

test('numbers taps from 1 without a gap', () => {
  add(1, 2, 3);
  expect(outbox.taps.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  outbox.settle(2);
  add(4);
  expect(outbox.taps).toEqual([
    { ...tap(3), seq: 3 },
    { ...tap(4), seq: 4 },
  ]);
  expect([outbox.firstSeq, outbox.volatile.length]).toEqual([3, 2]);
});

test('one batch in flight: the next goes with the ack, with all that came meanwhile', () => {
  add(1);
  expect(outbox.take()).toEqual({ seq: 1, taps: [tap(1)] });
  add(2, 3);
  expect(outbox.take()).toBeNull();
  expect(outbox.acknowledge(1)).toEqual([{ ...tap(1), seq: 1 }]);
  expect(outbox.take()).toEqual({ seq: 2, taps: [tap(2), tap(3)] });
  // An ack below what was sent is a gap: it goes again from there.
  outbox.acknowledge(2);
  expect(outbox.take()).toEqual({ seq: 3, taps: [tap(3)] });
});

test('a sync in between does not let a second batch go', () => {
  add(1, 2);
  outbox.take();
  outbox.settle(1);
  expect(outbox.take()).toBeNull();
  outbox.settle(2);
  expect(outbox.size).toBe(0);
});

test('at most a frame full at a time', () => {
  add(...Array.from({ length: TAPS_PER_FRAME_MAX + 5 }, () => 1));
  expect(outbox.take()?.taps).toHaveLength(TAPS_PER_FRAME_MAX);
  outbox.acknowledge(TAPS_PER_FRAME_MAX);
  expect(outbox.take()?.taps).toHaveLength(5);
});

test('a lost connection sends all that is left again; under a new client id an undo follows its tap, or is a tap of its own', () => {
  add(1, 2, 3);
  outbox.take();
  outbox.rewind();
  expect(outbox.take()).toEqual({ seq: 1, taps: [tap(1), tap(2), tap(3)] });
  outbox.acknowledge(1);
  const undo = { ...tap(-1), to: 'a2', undoes: 1 };
  expect(outbox.add(undo)).toEqual({ ...undo, seq: 4 });
  outbox.add({ ...tap(-3), undoes: 3 });
  const { clientId } = outbox;
  outbox.restart();
  expect(outbox.clientId).not.toBe(clientId);
  expect(outbox.take()).toEqual({
    seq: 1,
    taps: [tap(2), tap(3), { ...tap(-1), to: 'a2' }, { ...tap(-3), undoes: 2 }],
  });
  const [newSeqOf, detached] = renumbered.mock.calls[0] ?? [];
  expect([1, 2, 4].map((seq) => newSeqOf?.(seq))).toEqual([null, 1, 3]);
  expect(detached).toEqual([{ ...undo, seq: 3 }]);
});

test('client ids fit the protocol and differ', () => {
  const ids = Array.from({ length: 50 }, mintClientId);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
});
