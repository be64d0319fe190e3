import { expect, test } from 'vitest';
import { prometheusText } from '../../../src/http/prometheus';
import type { LiveFigures } from '../../../src/rpc/room/monitoring-calls';
import { metricsOf } from '../../../src/services/streams/gauges';

const FIGURES: LiveFigures = {
  eventName: 'Club "Zum\\Anker"\nFriday',
  areas: [
    { areaId: 'a1', areaName: 'Main "Floor"\\\n', occupancy: 40, capacity: 400, ins: 52, outs: 12 },
    { areaId: 'a2', areaName: 'Yard', occupancy: 0, capacity: 0, ins: 0, outs: 0 },
  ],
  venue: { occupancy: 40, capacity: null },
  today: { ins: 50, outs: 10 },
  devices: { online: 3, offline: 1 },
  sources: { online: 0, silent: 2, refused: 1 },
  lastTapAt: 1_793_743_200_500,
  alerts: { open: 2, unacknowledged: 1 },
};

const text = (changes: Partial<LiveFigures> = {}) => prometheusText(metricsOf('e1', { ...FIGURES, ...changes }));

/** One sample as the format defines it: a name, labels with escaped values, and a number. */
const SAMPLE = /^([a-z_]+)\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+)\} (-?\d+(?:\.\d+)?)$/;

test('names with quotes, backslashes and line feeds are escaped, and no line breaks', () => {
  expect(text()).toContain(
    String.raw`headroom_area_occupancy{event="e1",area="a1",area_name="Main \"Floor\"\\\n"} 40` + '\n',
  );
  expect(text()).toContain(
    String.raw`headroom_venue_occupancy{event="e1",event_name="Club \"Zum\\Anker\"\nFriday"} 40` + '\n',
  );
  const lines = text().split('\n');
  expect(lines.at(-1)).toBe('');
  for (const line of lines.slice(0, -1)) expect(line.startsWith('# ') || SAMPLE.test(line), line).toBe(true);
});

test('each metric has its help and its type once, before its samples, and no other metric between them', () => {
  const names = text()
    .split('\n')
    .map((line) => /^(?:# (?:HELP|TYPE) )?(\w+)/.exec(line)?.[1] ?? '');
  const runs = names.filter((name, i) => name !== names[i - 1]);
  expect(new Set(runs).size).toBe(runs.length);
  const typed = [...text().matchAll(/^# HELP (\w+) .+\n# TYPE (\w+) gauge\n\2\{/gm)];
  expect(typed.length).toBe(runs.length - 1);
  for (const [, help, type] of typed) expect(help).toBe(type);
  expect(runs.filter((name) => name !== '' && !name.startsWith('headroom_'))).toEqual([]);
});

test('what there is no number for is left out: a missing limit, a venue without a capacity, a day without a tap', () => {
  expect(text()).toContain('headroom_area_capacity{event="e1",area="a1"');
  expect(text()).not.toContain('headroom_area_capacity{event="e1",area="a2"');
  expect(text()).not.toContain('headroom_venue_capacity');
  expect(text()).toContain('} 1793743200.5\n');
  expect(text({ lastTapAt: null })).not.toContain('timestamp');
  expect(text({ areas: [] })).not.toContain('headroom_area');
});
