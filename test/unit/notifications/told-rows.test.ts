import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../../src/hub/migrations';
import { afterChange, type KnownAlert } from '../../../src/notifications/known-alert';
import { contentOf } from '../../../src/notifications/message';
import { planFor, type RecipientSettings } from '../../../src/notifications/plan';
import { ToldRows } from '../../../src/notifications/told-rows';
import type { AlertState } from '../../../src/rpc/announced-alerts';
import { alertState, at, EVENT } from './account';

const SETTINGS: RecipientSettings = {
  recipientId: 'r',
  kind: 'mail',
  eventIds: null,
  threshold: 0,
  afterMinutes: 0,
  quietHours: null,
};

/** A recipient whose messages arrive, or not. `tell` returns what one minute's messages say. */
function recipient() {
  const database = new DatabaseSync(':memory:');
  for (const sql of MIGRATIONS) database.exec(sql);
  const told = new ToldRows({
    exec(query, ...bindings) {
      const rows = database.prepare(query).all(...bindings);
      return { toArray: () => rows };
    },
  });
  const known = new Map<string, KnownAlert>();
  return (minute: number, changes: readonly AlertState[], arrives = true): string[] => {
    for (const change of changes) {
      const key = JSON.stringify(change.about.type === 'crowd' && change.about.areaId);
      const after = afterChange(known.get(key), EVENT, change);
      if (after) known.set(key, after);
    }
    const { messages } = planFor(SETTINGS, told.of(SETTINGS, [...known.values()]), [], at(minute));
    return messages.flatMap((items) => {
      const content = contentOf(items);
      told.putMessage(SETTINGS, items, content.alerts.length, at(minute));
      if (arrives) told.arrived({ recipientId: 'r', content });
      else told.giveUp({ recipientId: 'r', content });
      return content.alerts.map(({ type, alertId }) => `${type} ${alertId}`);
    });
  };
}

const alertOf = (i: number, changes: Parameters<typeof alertState>[0] = {}) =>
  alertState({ alertId: `a${i}`, areaId: `area-${i}`, raisedAt: at(i / 1000), ...changes });

test('an alert that a summary only counts is told with what follows it, and its end is not told', () => {
  const tell = recipient();
  expect(
    tell(
      1,
      Array.from({ length: 103 }, (_, i) => alertOf(i)),
    ),
  ).toHaveLength(100);
  expect(tell(3, [])).toEqual([]);
  const over = { clearedAt: at(4) };
  expect(tell(4, [alertOf(99, over), alertOf(100, over)])).toEqual(['cleared a99']);
  // The next level of one that was only counted is told, and so is its end.
  const higher = { alertId: 'b', threshold: 90, raisedAt: at(5) };
  expect(tell(5, [alertOf(101, { clearedAt: at(5) }), alertOf(101, higher)])).toEqual(['raised b']);
  expect(tell(7, [alertOf(101, { ...higher, clearedAt: at(7) })])).toEqual(['cleared b']);
});

test('after an end that a summary only counted, an alert that did not arrive has no end', () => {
  const tell = recipient();
  const many = Array.from({ length: 101 }, (_, i) => i);
  tell(
    1,
    many.slice(0, 100).map((i) => alertOf(i)),
  );
  tell(2, [alertOf(100)]);
  expect(
    tell(
      5,
      many.map((i) => alertOf(i, { clearedAt: at(5) })),
    ),
  ).not.toContain('cleared a100');
  const next = { alertId: 'b', raisedAt: at(7) };
  expect(tell(7, [alertOf(100, next)], false)).toEqual(['raised b']);
  expect(tell(9, [alertOf(100, { ...next, clearedAt: at(9) })])).toEqual([]);
});
