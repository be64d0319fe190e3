import { expect, test } from 'vitest';
import { RecountHistory } from '../../../src/reports/answer/recount-history';
import type { JournalFact } from '../../../src/reports/facts';
import { NOT_GIVEN } from './support';

const entry = (at: number, kind: string, changes: Partial<JournalFact> = {}): JournalFact => ({
  id: at,
  at,
  actor: 'admin:1',
  kind,
  areaId: 'hall',
  before: null,
  after: null,
  note: null,
  ...NOT_GIVEN,
  ...changes,
});

function historyOf(...entries: JournalFact[]): RecountHistory {
  const history = new RecountHistory();
  for (const each of entries) history.add(each);
  return history;
}

const recount = (at: number, before: number, after: number, crossings: number | null, areaId = 'hall') =>
  entry(at, 'occupancy_recounted', { before, after, crossings, areaId });

test('each recount has its drift, and the crossings since the reset or recount before', () => {
  const history = historyOf(
    entry(1, 'area_added', { after: 'Hall' }),
    entry(1, 'capacity_changed', { after: 100 }),
    recount(2, 50, 47, 120),
    entry(3, 'occupancy_reset', { before: 12, after: 0, crossings: 300 }),
    recount(4, 80, 85, 400),
  );
  expect(history.records).toEqual([
    { at: 2, areaId: 'hall', drift: -3, crossings: 120 },
    { at: 4, areaId: 'hall', drift: 5, crossings: 100 },
  ]);
  expect(history.error?.recounts).toBe(2);
  expect(history.since('hall', 450)).toEqual({ at: 4, isRecounted: true, crossings: 50 });
  // An undo lowered the totals below those of the recount.
  expect(history.since('hall', 399)).toEqual({ at: 4, isRecounted: true, crossings: 0 });
});

test('what is not known is not guessed: entries of earlier releases, old recounts, and areas that came back', () => {
  const history = historyOf(
    recount(1, 5, 6, null),
    recount(2, 5, 6, 40),
    recount(3, 5, 6, 40, 'bar'),
    entry(4, 'area_added', { areaId: 'tent', after: 'Tent' }),
    entry(5, 'area_deleted', { areaId: 'tent', before: 'Tent' }),
    entry(6, 'area_added', { areaId: 'tent', after: 'Tent' }),
  );
  expect(history.records.map(({ crossings }) => crossings)).toEqual([null, null, null]);
  expect(history.error).toBeNull();
  expect(history.since('hall', 50)).toEqual({ at: 2, isRecounted: true, crossings: 10 });
  expect(history.since('tent', 50).crossings).toBeNull();
  expect(history.since('yard', 50)).toEqual({ at: null, isRecounted: false, crossings: null });
});

test('the longest stretch of an area is the one with the most crossings, the present one included', () => {
  const history = historyOf(
    entry(1, 'area_added', { after: 'Hall' }),
    recount(2, 50, 47, 120),
    entry(3, 'occupancy_reset', { before: 12, after: 0, crossings: 420 }),
    recount(4, 80, 85, 500),
    entry(5, 'occupancy_reset', { before: 12, after: 0, crossings: null }),
    recount(6, 5, 5, 9_000),
  );
  expect(history.longestStretch('hall', 9_010)).toBe(300);
  expect(history.longestStretch('hall', 9_400)).toBe(400);
  expect(history.longestStretch('bar', 70)).toBe(0);
});

test('an area that was never recounted counts from its creation, and a reset is no recount', () => {
  const history = historyOf(
    entry(1, 'area_added', { after: 'Hall' }),
    entry(1, 'area_added', { areaId: 'bar', after: 'Bar' }),
    entry(2, 'occupancy_reset', { areaId: 'bar', before: 3, after: 0, crossings: 9 }),
  );
  expect(history.since('hall', 70)).toEqual({ at: null, isRecounted: false, crossings: 70 });
  expect(history.since('bar', 70)).toEqual({ at: 2, isRecounted: false, crossings: 61 });
  expect(history.records).toEqual([]);
});
