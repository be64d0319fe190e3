import { expect, test } from 'vitest';
import type { EventDefinition } from '../../../src/lib/contract';
import { firstState, followed } from '../../../src/room/definition';

const NOW = Date.UTC(2026, 10, 20, 18);
const venue = { capacity: 500, staffAllowance: 20, safetyMarginPercent: 0, alertThresholds: [90] };

const definition: EventDefinition = {
  eventId: 'e1',
  jurisdiction: null,
  ownerId: 'u1',
  revision: 3,
  account: { revision: 1, status: 'active', trialEndsAt: NOW },
  event: { eventId: 'e1', eventName: 'Friday', accessCode: 'ABCDEFGH', venue },
  displaySession: null,
  timeZone: 'UTC',
  reportTime: '06:00',
  areas: [],
};

test('a room that learns its event late says in its journal what the venue may hold, since reports go by that', () => {
  const { state, entries } = followed(firstState(definition, 'epoch'), definition, 'system', NOW);
  expect(entries).toContainEqual({ actor: 'system', kind: 'venue_changed', after: venue });
  expect(state.event.event).toEqual(definition.event);
});

test('one that learns of an event without limits says nothing of them', () => {
  const { eventId, eventName, accessCode } = definition.event;
  const unlimited = { ...definition, event: { eventId, eventName, accessCode } };
  const { entries } = followed(firstState(unlimited, 'epoch'), unlimited, 'system', NOW);
  expect(entries.map(({ kind }) => kind)).not.toContain('venue_changed');
});
