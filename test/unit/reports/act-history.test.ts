import { expect, test } from 'vitest';
import { ActHistory } from '../../../src/reports/answer/act-history';
import type { JournalFact } from '../../../src/reports/facts';
import { HOUR_MS } from '../../../src/shared/durations';
import { NOT_GIVEN } from './support';

let id = 0;
const fact = (changes: Partial<JournalFact>): JournalFact => ({
  id: ++id,
  at: 0,
  actor: 'admin:1',
  kind: 'occupancy_reset',
  areaId: 'main',
  before: null,
  after: null,
  note: null,
  ...NOT_GIVEN,
  ...changes,
});

test('a reset after 8,000 entries of machines is in the report', () => {
  const acts = new ActHistory(5_000, 1_000);
  for (let n = 0; n < 8_000; n++) acts.add(fact({ kind: 'source_restarted', actor: 'key:1' }));
  const reset = fact({});
  acts.add(reset);
  expect(acts.facts).toHaveLength(1_001);
  expect(acts.facts.at(-1)).toEqual(reset);
  expect(acts.leftOut).toBe(7_000);
});

test('nobody hides a reset behind other acts: beyond the limit equal ones are counted by the hour', () => {
  const acts = new ActHistory(10, 1);
  for (let n = 0; n < 30; n++) acts.add(fact({ kind: 'event_renamed', areaId: null, after: `Name ${n}` }));
  acts.add(fact({ before: 40 }));
  acts.add(fact({ before: 7, areaId: 'bar', at: HOUR_MS }));
  acts.add(fact({ kind: 'machine_alert_acknowledged', areaId: null }));
  expect(acts.leftOut).toBe(0);
  expect(acts.facts.slice(10)).toMatchObject([
    { kind: 'event_renamed', times: 20, after: 'Name 29' },
    { kind: 'occupancy_reset', before: 40, areaId: 'main', times: 1 },
    { kind: 'occupancy_reset', before: 7, areaId: 'bar', times: 1 },
    { kind: 'machine_alert_acknowledged' },
  ]);
});
