import { expect, test } from 'vitest';
import type { EventDefinition } from '../../../src/rpc/definition';
import { firstState, diffDefinition } from '../../../src/room/state/definition';
import { areaView, liveAreas, type RoomState } from '../../../src/room/state/room-state';
import { readEventState } from '../../../src/room/storage/row-schemas';
import { limitedArea, limitedVenue } from '../../../src/shared/rules/limits/lowest';
import type { AreaDefinition } from '../../../src/shared/schemas/area';

const NOW = Date.UTC(2026, 10, 20, 18);
const venue = { capacity: 500, staffAllowance: 20, safetyMarginPercent: 0, alertThresholds: [90] };

const categories = { list: [{ categoryId: 'c1', name: 'Adults', capacity: null }], areOutsNamed: false };

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

test('new limits of an area are in the journal once, and an own number that does not count only reaches the devices', () => {
  const fire = { kind: 'fire', capacity: 90, condition: 'Certificate 7' } as const;
  const hall = { areaId: 'hall', areaName: 'Hall', capacity: 100 };
  const limited = { ...hall, capacity: 90, ownCapacity: 100, limits: [fire] };
  const follow = (before: RoomState, area: AreaDefinition) =>
    diffDefinition(before, { ...definition, revision: before.event.revision + 1, areas: [area] }, 'system', NOW, {
      epoch: 'unused',
    });
  const plain = follow(firstState(definition, 'epoch'), hall).state;
  const added = follow(plain, limited);
  expect(added.entries).toEqual([
    { actor: 'system', kind: 'capacity_changed', areaId: 'hall', before: 100, after: 90 },
    { actor: 'system', kind: 'limits_changed', areaId: 'hall', before: [], after: [fire] },
  ]);
  expect(liveAreas(added.state).map((area) => areaView(area, undefined))).toMatchObject([limited]);
  const again = follow(added.state, limited);
  expect([again.entries, again.areasChanged]).toEqual([[], false]);
  const own = follow(again.state, { ...limited, ownCapacity: 200 });
  expect([own.entries, own.areasChanged]).toEqual([[], true]);
  const removed = follow(own.state, { ...hall, capacity: 200 });
  expect(removed.entries.map(({ kind, after }) => [kind, after])).toEqual([
    ['capacity_changed', 200],
    ['limits_changed', []],
  ]);
  expect(liveAreas(removed.state).map((area) => areaView(area, undefined))[0]).not.toHaveProperty('limits');
});

test('a renamed area is the only change of a room that was loaded from storage, where fields stand in another order', () => {
  const fire = { kind: 'fire', capacity: 90, condition: 'Certificate 7' } as const;
  const hall = { areaId: 'hall', areaName: 'Hall', ...limitedArea(100, [fire]) };
  const event = { ...definition.event, venue: limitedVenue({ ...venue, limits: [fire] }) };
  const { state } = diffDefinition(
    firstState(definition, 'epoch'),
    { ...definition, event, areas: [hall] },
    'system',
    NOW,
    {
      epoch: 'unused',
    },
  );
  const { capacity, condition, kind } = fire;
  const limits = JSON.stringify([{ capacity, condition, kind }]);
  const areas = new Map(liveAreas(state).map((area) => [area.areaId, { ...area, limits }]));
  const loaded = { ...state, areas, event: readEventState(JSON.stringify(state.event)) };
  const renamed = { ...definition, revision: 4, event, areas: [{ ...hall, areaName: 'Great Hall' }] };
  const change = diffDefinition(loaded, renamed, 'admin:u1', NOW, { epoch: 'unused' });
  expect(change.entries).toEqual([
    { actor: 'admin:u1', kind: 'area_renamed', areaId: 'hall', before: 'Hall', after: 'Great Hall' },
  ]);
  expect([change.eventChanged, change.areasChanged]).toEqual([false, true]);
});

test('a new capacity plan is in the journal once, with what it allows', () => {
  const plan = { at: '2026-11-20T17:00:00.000Z', people: 420 };
  const first = diffDefinition(firstState(definition, 'epoch'), { ...definition, plan }, 'system', NOW, { epoch: 'x' });
  expect(first.entries).toContainEqual({ actor: 'system', kind: 'capacity_planned', after: 420 });
  const next = (state: RoomState, revision: number, people: number | null, at = plan.at) =>
    diffDefinition(state, { ...definition, revision, plan: { at, people } }, 'system', NOW, { epoch: 'x' });
  expect(next(first.state, 4, 420).entries).toEqual([]);
  const other = next(first.state, 4, null, '2026-11-21T17:00:00.000Z');
  expect(other.entries).toEqual([{ actor: 'system', kind: 'capacity_planned', before: 420 }]);
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
