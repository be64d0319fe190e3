import { expect, test } from 'vitest';
import type { EventDefinition } from '../../../src/rpc/contract';
import { firstState, diffDefinition } from '../../../src/room/definition';

const NOW = Date.UTC(2026, 10, 20, 18);
const venue = { capacity: 500, staffAllowance: 20, safetyMarginPercent: 0, alertThresholds: [90] };

const categories = { list: [{ categoryId: 'c1', name: 'Adults', capacity: null }], isExitNamed: false };

const definition: EventDefinition = {
  eventId: 'e1',
  jurisdiction: null,
  ownerId: 'u1',
  revision: 3,
  account: { revision: 1, status: 'active', trialEndsAt: NOW },
  event: { eventId: 'e1', eventName: 'Friday', accessCode: 'ABCDEFGH', venue, categories },
  displaySession: null,
  timeZone: 'UTC',
  reportTime: '06:00',
  generation: 0,
  areas: [],
};

test("a room that learns of its event late writes the venue's capacity and the categories into its journal, because reports use them", () => {
  const { state, entries } = diffDefinition(firstState(definition, 'epoch'), definition, 'system', NOW, {
    epoch: 'new',
  });
  expect(entries).toContainEqual({ actor: 'system', kind: 'venue_changed', after: venue });
  expect(entries).toContainEqual({ actor: 'system', kind: 'categories_changed', after: categories });
  expect(state.event.event).toEqual(definition.event);
});

test("a room whose storage was restored takes a new epoch, records who did it, and accepts D1's definition even with an older revision", () => {
  const known = diffDefinition(firstState(definition, 'epoch'), definition, 'system', NOW, { epoch: 'unused' }).state;
  expect(known.epoch).toBe('epoch');
  for (const revision of [definition.revision + 1, definition.revision - 1]) {
    const event = { ...definition.event, eventName: 'Saturday' };
    const restored = { ...definition, revision, event, generation: 1 };
    const to = '2026-11-20T17:00:00.000Z';
    const { state, entries, isRestored } = diffDefinition(known, restored, 'system', NOW, { epoch: 'new', to });
    expect([isRestored, state.epoch, state.event.generation, state.event.revision]).toEqual([true, 'new', 1, revision]);
    expect(entries).toEqual([
      { actor: 'operator', kind: 'restored', after: to },
      { actor: 'system', kind: 'event_renamed', before: 'Friday', after: 'Saturday' },
    ]);
    const again = diffDefinition(state, { ...restored, revision: revision + 1 }, 'system', NOW, { epoch: 'newer' });
    expect([again.isRestored, again.state.epoch, again.entries]).toEqual([false, 'new', []]);
  }
});

test('devices read the areas again when the categories change, because the counts list them', () => {
  const known = diffDefinition(firstState(definition, 'epoch'), definition, 'system', NOW, { epoch: 'unused' }).state;
  const list = [{ categoryId: 'c1', name: 'Adults', capacity: null, isRemoved: true as const }];
  const event = { ...definition.event, categories: { ...categories, list } };
  const { entries, areasChanged, eventChanged } = diffDefinition(
    known,
    { ...definition, revision: 4, event },
    'admin:u1',
    NOW,
    { epoch: 'unused' },
  );
  expect([areasChanged, eventChanged]).toEqual([true, true]);
  expect(entries).toEqual([
    { actor: 'admin:u1', kind: 'categories_changed', before: categories, after: event.categories },
  ]);
});
