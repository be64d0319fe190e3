import { expect, test } from 'vitest';
import { atMost, readAhead } from '../../../src/services/reports/ledger-pages';
import type { LedgerPage } from '../../../src/shared/report/plan';
import { ledgerFact } from '../../support/ledger-fact';

/** Pages without rows, of which the last one is the given number; notes which were asked for. */
function ledgerOf(pages: number) {
  const asked: number[] = [];
  const read = async (after: number): Promise<LedgerPage> => {
    asked.push(after);
    return { rows: [], clients: [], next: after + 1 < pages ? after + 1 : null };
  };
  return { asked, read };
}

test('each page is read once and in order, one ahead of what is worked on', async () => {
  const { asked, read } = ledgerOf(4);
  const seen: number[][] = [];
  for await (const { rows } of readAhead(read, 0)) seen.push([...asked, ...rows.map(({ id }) => id)]);
  expect(seen).toEqual([
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
    [0, 1, 2, 3],
  ]);
});

test('so many rows at most are read for one report: who asks for one of more is told to come back', async () => {
  const row = ledgerFact();
  const seen: number[] = [];
  const read = async (pages: number) => {
    const { read: readPage } = ledgerOf(pages);
    const twoEach = async (after: number) => ({ ...(await readPage(after)), rows: [row, row] });
    for await (const { rows } of atMost(6, readAhead(twoEach, 0))) seen.push(rows.length);
  };
  await read(3);
  expect(seen).toEqual([2, 2, 2]);
  await expect(read(4)).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfterS: 60,
    message: 'The reports of this event are still being made. Please try again in a few minutes.',
  });
});
