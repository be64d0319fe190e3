import { expect, test } from 'vitest';
import { AlertHistory } from '../../../../src/shared/report/alert-history';
import type { JournalFact } from '../../../../src/shared/report/facts';

/** How a journal's entries on alerts become one record for each alert. */

type Entry = Pick<JournalFact, 'at' | 'kind'> & Partial<JournalFact>;

function historyOf(entries: readonly Entry[], most = 100): AlertHistory {
  const history = new AlertHistory(most);
  const none = { actor: 'system', areaId: 'bar', before: null, after: null, note: null };
  for (const [id, entry] of entries.entries()) history.add({ id, ...none, ...entry });
  return history;
}

const brief = ({ records }: AlertHistory) =>
  records.map(({ areaId, threshold, raisedAt, endedAt, acknowledgedAt }) => [
    areaId,
    threshold,
    raisedAt,
    endedAt,
    acknowledgedAt,
  ]);

const seen = { kind: 'alert_acknowledged', actor: 'code:event-1', note: 'North gate' };

test('an alert is one record from its raise to its end, with who has seen it', () => {
  const history = historyOf([
    { at: 1, kind: 'alert_raised', after: 75 },
    { at: 2, ...seen, after: 75 },
    { at: 3, kind: 'alert_raised', areaId: null, after: 100 },
    { at: 9, kind: 'alert_cleared', before: 75 },
  ]);
  expect(history.records).toEqual([
    {
      areaId: 'bar',
      threshold: 75,
      raisedAt: 1,
      endedAt: 9,
      acknowledgedAt: 2,
      actor: 'code:event-1',
      device: 'North gate',
    },
    { areaId: null, threshold: 100, raisedAt: 3, endedAt: null, acknowledgedAt: null, actor: null, device: null },
  ]);
});

test.each([
  [
    'one entry, as they are written now',
    [
      { at: 5, kind: 'alert_raised', before: 75, after: 100 },
      { at: 20, kind: 'alert_cleared', before: 100, after: 75 },
    ],
  ],
  [
    'two entries, as they were written before',
    [
      { at: 5, kind: 'alert_cleared', before: 75 },
      { at: 5, kind: 'alert_raised', after: 100 },
      { at: 20, kind: 'alert_cleared', before: 100 },
      { at: 20, kind: 'alert_raised', after: 75 },
    ],
  ],
])('a change of threshold ends one alert and begins another: %s', (_how, changes) => {
  const early = changes.filter(({ at }) => at < 6);
  const late = changes.filter(({ at }) => at > 6);
  const entries = [{ at: 1, kind: 'alert_raised', after: 75 }, ...early, { at: 6, ...seen, after: 100 }, ...late];
  expect(brief(historyOf(entries))).toEqual([
    ['bar', 75, 1, 5, null],
    ['bar', 100, 5, 20, 6],
    // Who has seen the higher one has seen the lower one that it has become.
    ['bar', 75, 20, null, 6],
  ]);
});

test('what was open before the first entry has no raise; its end and who has seen it are told', () => {
  const history = historyOf([
    { at: 4, ...seen, after: 90 },
    { at: 7, kind: 'alert_cleared', before: 90 },
    { at: 8, kind: 'alert_cleared', areaId: null, before: 100 },
    { at: 9, kind: 'alert_raised', after: 90 },
  ]);
  expect(brief(history)).toEqual([
    ['bar', 90, null, 7, 4],
    [null, 100, null, 8, null],
    ['bar', 90, 9, null, null],
  ]);
});

test('of more than it may keep, it says how many more there were, and ends the right ones', () => {
  const entries = Array.from({ length: 10 }, (_, i) => [
    { at: 10 * i, kind: 'alert_raised', after: 75 },
    { at: 10 * i + 5, kind: 'alert_cleared', before: 75 },
  ]).flat();
  const history = historyOf(entries, 3);
  expect(brief(history)).toEqual([
    ['bar', 75, 0, 5, null],
    ['bar', 75, 10, 15, null],
    ['bar', 75, 20, 25, null],
  ]);
  expect(history.leftOut).toBe(7);
});

test('an entry that no room wrote is no alert of anything', () => {
  expect(() => historyOf([{ at: 1, kind: 'alert_raised', after: 'full' }])).toThrow(/invalid/i);
});
