import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Source, SourceItem } from '../../../src/rpc/source-batch';
import { stopClock } from '../../support/clock';
import { FRIDAY_NIGHT } from '../../support/moments';
import { valueOf } from '../support/closings';
import { ADMIN, batch, knownRoom, poll, roomStub, VISIT } from '../support/room';

/** Tests how many rows machines cost. Only workerd counts them. */

beforeEach(async () => {
  stopClock(FRIDAY_NIGHT);
  await knownRoom();
});

const DOOR: Source = { sourceId: 'north', door: 'North door', kind: 'turnstile', areaId: 'main' };
const taken = async (items: SourceItem[]) =>
  valueOf(await roomStub().countFromSource(VISIT, { source: DOOR, items }, ADMIN));
/** Goes on to a time at which the source may send again. */
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Counts the rows that the room writes while `work` runs, as SQLite's cursors tell it. */
async function rowsWrittenBy(work: () => Promise<void>): Promise<number> {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  await runInDurableObject(roomStub(), (_room, { storage: { sql } }) => {
    const exec = sql.exec.bind(sql);
    Object.defineProperty(sql, 'exec', {
      configurable: true,
      value: (text: string, ...bindings: unknown[]) => {
        const cursor = exec(text, ...bindings);
        cursors.push(cursor);
        return cursor;
      },
    });
  });
  await work();
  return await runInDurableObject(roomStub(), () => cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0));
}

/** The room's log is written into the tables once in this number of flushes. */
const ROUND = 256;

test('a batch costs two rows, totals that are as they were cost none, and a key one more', async () => {
  await taken([
    { seq: 1, in: 1 },
    { inTotal: 5, outTotal: 5, at: new Date(FRIDAY_NIGHT - 10_000).toISOString() },
  ]);
  let seq = 2;
  const deltas = await rowsWrittenBy(async () => {
    for (let n = 0; n < ROUND; n++) {
      wait(5_000);
      await taken([{ seq: seq++, in: 1 }]);
    }
  });
  expect(deltas / ROUND).toBeGreaterThanOrEqual(2);
  expect(deltas / ROUND).toBeLessThan(2.1);
  const keys = await rowsWrittenBy(async () => {
    for (let n = 0; n < 10; n++) {
      wait(5_000);
      await taken([{ key: `k${n}`, in: 1 }]);
    }
  });
  expect(keys).toBe(30);
});

test('taps of people cost what they cost without machines', async () => {
  await taken([{ seq: 1, in: 1 }]);
  await poll(1, batch(1, [1]));
  let [tap, seq] = [2, 2];
  const alone = await rowsWrittenBy(async () => {
    for (let n = 0; n < 50; n++) await poll(1, batch(tap++, [1]));
  });
  const together = await rowsWrittenBy(async () => {
    for (let n = 0; n < 50; n++) {
      wait(5_000);
      await Promise.all([poll(1, batch(tap++, [1])), taken([{ seq: seq++, in: 1 }])]);
    }
  });
  expect(together - alone).toBe(100);
});
