import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import type { Source, SourceBatch } from '../../src/rpc/source-batch';
import { SOURCE_REFUSALS_REMEMBERED } from '../../src/room/source-state/limits';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { stopClock } from '../support/clock';
import { FRIDAY_NIGHT } from '../support/moments';
import { valueOf } from '../worker/support/closings';
import { at, DOOR, send, taken, wait } from '../worker/support/machine';
import { ADMIN, counts, knownRoom, query, roomStub, VISIT } from '../worker/support/room';

/** Tests what answers to machines mean, and what machines may cost. */

beforeEach(async () => {
  stopClock(FRIDAY_NIGHT);
  await knownRoom();
});

/** What became of the items: the code of a refusal, or else the status. */
const answers = async (items: SourceBatch['items'], source: Source = DOOR) =>
  (await taken(items, source)).items.map(({ status, code }) => code ?? status);
const journal = () =>
  query(
    "SELECT kind, before, after, times FROM journal WHERE kind LIKE 'source%' AND kind <> 'source_added' ORDER BY kind, id",
  );
const ledger = () => runInDurableObject(roomStub(), (room) => [...room['parts'].store.rowsSince(0)]);
const keysKept = async () => (await query('SELECT count(*) AS n FROM source_keys'))[0]?.['n'];

const NOWHERE = { in: 5, areaId: 'nowhere' };

test('a refused number is refused again with its code, also after the room has slept', async () => {
  const items = [
    { seq: 1, in: 2 },
    { seq: 2, ...NOWHERE },
    { seq: 3, in: 1, at: 'noon' },
    { seq: 4, wrong: 'items[3].ins does not exist.' },
    { seq: 5, in: 1 },
  ];
  const first = ['accepted', 'unknown_area', 'time_unreadable', 'invalid_input', 'accepted'];
  expect(await answers(items)).toEqual(first);
  await evictDurableObject(roomStub());
  const again = valueOf(await send(items));
  expect(again.items.map(({ status, code }) => code ?? status)).toEqual(
    first.map((answer) => (answer === 'accepted' ? 'duplicate' : answer)),
  );
  expect(again).toMatchObject({ nextSeq: 6, items: [{}, {}, {}, { message: 'items[3].ins does not exist.' }, {}] });
  expect(await answers([{ seq: 4, wrong: 'items[0].ins does not exist.' }])).toEqual(['invalid_input']);
  expect(await counts()).toMatchObject({ main: [3, 3, 0] });
  expect(await journal()).toEqual([]);
});

test('refused numbers are kept as runs; before the oldest run nobody knows', async () => {
  const items = Array.from({ length: SOURCE_REFUSALS_REMEMBERED * 2 + 2 }, (_, index) => {
    const seq = index + 1;
    return seq % 2 === 1 ? { seq, ...NOWHERE } : { seq, in: 1 };
  });
  for (let from = 0; from < items.length; from += 100) await send(items.slice(from, from + 100));
  expect(await answers(items.slice(0, 4))).toEqual(['refused_before', 'duplicate', 'unknown_area', 'duplicate']);
  expect(await answers(items.slice(-2))).toEqual(['unknown_area', 'duplicate']);
});

test('the same number or key for other people is a conflict, and the journal has it once an hour', async () => {
  const items = [
    { seq: 1, in: 1 },
    { key: 'a', in: 1, at: at(-30) },
  ];
  await send(items);
  await evictDurableObject(roomStub());
  expect(
    await answers([...items, { seq: 1, in: 500 }, { key: 'a', in: 1, at: at(-20) }, { key: 'a', in: 1, out: 1 }]),
  ).toEqual(['duplicate', 'duplicate', 'conflict', 'conflict', 'conflict']);
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
  await evictDurableObject(roomStub());
  wait();
  await send([{ seq: 1, out: 1 }]);
  const entry = { kind: 'source_conflict', before: null, after: '"North door"' };
  expect(await journal()).toEqual([{ ...entry, times: 4 }]);
  wait(HOUR_MS);
  await send([{ seq: 1, out: 1 }]);
  expect((await journal()).filter(({ kind }) => kind === entry.kind)).toEqual([
    { ...entry, times: 4 },
    { ...entry, times: null },
  ]);
});

test('a call whose clock cannot be read is refused as a whole, and uses up no number', async () => {
  const items = [{ seq: 1, in: 5, at: at(-5) }];
  const call = { source: DOOR, sentAt: 'now', items };
  expect(await roomStub().countFromSource(VISIT, call, ADMIN)).toMatchObject({ ok: false, code: 'invalid_input' });
  expect(await answers(items)).toEqual(['accepted']);
});

test('a wrong item refuses no other one', async () => {
  expect(
    await answers([
      { wrong: 'items[0].inn does not exist.' },
      { key: 'a', in: 2 },
      { seq: 1, wrong: 'items[2].in is missing or not valid.' },
      { seq: 2, in: 3 },
    ]),
  ).toEqual(['invalid_input', 'accepted', 'invalid_input', 'accepted']);
  expect(await counts()).toMatchObject({ main: [5, 5, 0] });
  expect(await answers([{ seq: 1, in: 4 }])).toEqual(['conflict']);
});

test('totals that jump are one entry an hour, and a source that changes its name is one', async () => {
  for (let n = 0; n < 20; n++)
    await send([0, 200_000].map((inTotal, index) => ({ inTotal, outTotal: 0, at: at(n - 60 + index / 2) })));
  for (let n = 0; n < 3; n++) {
    wait();
    await send([{ seq: n + 1, in: 1 }], { ...DOOR, sourceName: `Name ${n}` });
  }
  const entries = (await journal()).filter(({ kind }) => kind !== 'source_troubled');
  expect(entries.map(({ kind, before, times }) => [kind, before, times])).toEqual([
    ['source_changed', '"North door"', 3],
    ['source_restarted', '"jump"', 20],
  ]);
});

const rowsWritten = async () => {
  const [row] = await query(
    'SELECT (SELECT count(*) FROM source_keys) + (SELECT count(*) FROM journal) + (SELECT count(*) FROM log) AS n',
  );
  return row?.['n'];
};

test('an item of nobody keeps neither key nor entry, and uses its number', async () => {
  await send([{ seq: 1, in: 1 }]);
  const before = await rowsWritten();
  const items = Array.from({ length: 50 }, (_, index) => ({ key: `k${index}`, in: 0 }));
  expect(new Set(await answers([...items, { seq: 2, in: 0, out: 0 }]))).toEqual(new Set(['accepted']));
  expect(await rowsWritten()).toBe(before);
  await evictDurableObject(roomStub());
  expect(
    await answers([
      { seq: 2, in: 0 },
      { key: 'k1', in: 1 },
    ]),
  ).toEqual(['duplicate', 'accepted']);
});

test('a locked account is told so for items of nobody, too, and nothing is written but used numbers', async () => {
  await send([{ seq: 1, in: 1 }]);
  const account = { revision: 2, status: 'canceled', trialEndsAt: 0 } as const;
  await knownRoom({ account });
  wait();
  const before = await rowsWritten();
  const items = [
    { seq: 2, in: 3 },
    { seq: 3, in: 0 },
    { key: 'a', in: 1 },
    { key: 'b', in: 0 },
  ];
  const locked = valueOf(await roomStub().countFromSource({ ...VISIT, account }, { source: DOOR, items }, ADMIN));
  expect(locked).toMatchObject({ nextSeq: 4, items: items.map(() => ({ code: 'counting_locked' })) });
  expect(await rowsWritten()).toBe(before);
  expect(await keysKept()).toBe(0);
});

test('people of one item are one ledger row, also when none of them was inside', async () => {
  await send([{ inTotal: 0, outTotal: 0, at: at(-4 * 3600) }]);
  expect(valueOf(await send([{ inTotal: 0, outTotal: 45_300, at: at(-2 * 3600) }])).items).toMatchObject([
    { out: 45_300, floored: 45_300 },
  ]);
  wait();
  await send([{ inTotal: 60_000, outTotal: 45_300, at: at(50) }]);
  expect(await counts()).toMatchObject({ main: [60_000, 60_000, 45_300] });
  expect(await ledger()).toMatchObject([
    { change: -45_300, floored: 45_300 },
    { change: 60_000, floored: 0 },
  ]);
});

test('beyond the allowance of its sender a whole batch waits, and uses up nothing', async () => {
  const batchOf = (from: number) =>
    Array.from({ length: 100 }, (_, index) => ({ key: `${from + index}`, in: 1, out: 1 }));
  const sources = Array.from({ length: 40 }, (_, index): Source => ({ sourceId: `s${index}`, areaId: 'main' }));
  let accepted = 0;
  for (const source of sources) if ((await send(batchOf(0), source)).ok) accepted += 1;
  // Each item is two rows of the ledger and one of its key: 10,000 at once.
  expect(accepted).toBe(33);
  const late = { sourceId: 's39', areaId: 'main' };
  const refusal = await send(batchOf(0), late);
  expect(refusal).toEqual({ ok: false, code: 'too_fast', retryAfterMs: 2_000 });
  expect(await counts()).toMatchObject({ main: [0, 3_300, 3_300] });
  wait(2_000);
  expect(new Set(await answers(batchOf(0), late))).toEqual(new Set(['accepted']));
});

test('the backlog of 60 turnstiles on one key comes in completely after an hour without network', async () => {
  const perTurnstile = 600;
  const backlog = Array.from({ length: perTurnstile }, (_, index) => ({
    seq: index + 1,
    in: 1,
    out: 1,
    at: at((index - perTurnstile) * 6),
  }));
  const turnstiles = Array.from({ length: 60 }, (_, index) => ({
    source: { ...DOOR, sourceId: `t${index}` },
    next: 0,
    readyAt: 0,
  }));
  while (turnstiles.some(({ next }) => next < perTurnstile)) {
    for (const turnstile of turnstiles) {
      if (turnstile.next >= perTurnstile || Date.now() < turnstile.readyAt) continue;
      const answer = await send(backlog.slice(turnstile.next, turnstile.next + 100), turnstile.source);
      if (answer.ok) turnstile.next = answer.value.nextSeq - 1;
      else turnstile.readyAt = Date.now() + Math.ceil((answer.retryAfterMs ?? 0) / 1000) * 1000;
    }
    wait(1_000);
  }
  expect(await counts()).toMatchObject({ main: [0, 36_000, 36_000] });
  expect((Date.now() - FRIDAY_NIGHT) / MINUTE_MS).toBeLessThan(15);
});
