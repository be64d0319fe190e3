import { expect, test } from 'vitest';
import { AlertHistory } from '../../../src/reports/answer/alert-history';
import type { JournalFact } from '../../../src/reports/facts';
import { NOT_GIVEN } from './support';

type Entry = Pick<JournalFact, 'at' | 'kind'> & Partial<JournalFact>;

function historyOf(entries: readonly Entry[]): AlertHistory {
  const history = new AlertHistory(100);
  const none = { actor: 'system', areaId: 'bar', before: null, after: null, note: null, ...NOT_GIVEN };
  for (const [id, entry] of entries.entries()) history.add({ id, ...none, ...entry });
  return history;
}

const brief = ({ records }: AlertHistory) =>
  records.map((one) => [one.areaId, one.threshold, one.raisedAt, one.endedAt, one.acknowledgedAt]);

const raised = (at: number, after: number) => ({ at, kind: 'alert_raised', after });
const cleared = (at: number, before: number) => ({ at, kind: 'alert_cleared', before });
const seen = (at: number, after: number) => {
  return { at, kind: 'alert_acknowledged', actor: 'code:event-1', note: 'North gate', after };
};

test('an alert is one record from its raise to its end, including the person who has seen it', () => {
  const history = historyOf([raised(1, 75), seen(2, 75), { ...raised(3, 100), areaId: null }, cleared(9, 75)]);
  const seenBy = { acknowledgedAt: 2, actor: 'code:event-1', device: 'North gate', note: null };
  const nobody = { acknowledgedAt: null, actor: null, device: null, note: null };
  expect(history.records).toEqual([
    { areaId: 'bar', threshold: 75, raisedAt: 1, endedAt: 9, ...seenBy },
    { areaId: null, threshold: 100, raisedAt: 3, endedAt: null, ...nobody },
  ]);
});

test.each([
  ['in one entry', [{ ...raised(5, 100), before: 75 }], [{ ...cleared(20, 100), after: 75 }]],
  ['in two, as earlier versions did', [cleared(5, 75), raised(5, 100)], [cleared(20, 100), raised(20, 75)]],
])('a change of threshold, written %s, ends one alert and begins another', (_how, up, down) => {
  expect(brief(historyOf([raised(1, 75), ...up, seen(6, 100), ...down]))).toEqual([
    ['bar', 75, 1, 5, null],
    ['bar', 100, 5, 20, 6],
    // A person who has seen the higher alert has also seen the lower alert that it became.
    ['bar', 75, 20, null, 6],
  ]);
});

const noted = (at: number, threshold: number, raisedAt: number, note: string | null) => {
  return { at, kind: 'alert_noted', actor: 'code:event-1', note, after: { threshold, raisedAt } };
};

test('a note belongs to its alert, also after a later one of the same threshold, and to the alert that follows it', () => {
  const history = historyOf([
    raised(1, 90),
    seen(2, 90),
    noted(3, 90, 1, 'Gate closed'),
    { ...cleared(4, 90), after: 75 },
    cleared(5, 75),
    raised(6, 90),
    noted(7, 90, 1, 'Gate closed, then opened'),
    // An alert that ended before the first entry.
    { ...noted(8, 90, 1, 'Bar opened'), areaId: 'bar2' },
    { ...seen(9, 75), areaId: 'roof' },
    // An alert that was raised before the first entry.
    { ...noted(10, 75, -5, 'Stairs closed'), areaId: 'roof' },
  ]);
  expect(history.records.map(({ areaId, threshold, raisedAt, note }) => [areaId, threshold, raisedAt, note])).toEqual([
    ['bar', 90, 1, 'Gate closed, then opened'],
    ['bar', 75, 4, 'Gate closed'],
    ['bar', 90, 6, null],
    ['roof', 75, null, 'Stairs closed'],
  ]);
});
