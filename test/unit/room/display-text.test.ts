import { afterEach, expect, test, vi } from 'vitest';
import { firstState } from '../../../src/room/definition';
import { DisplayText } from '../../../src/room/display-text';
import type { RoomState } from '../../../src/room/state';

afterEach(() => vi.restoreAllMocks());

const account = { revision: 1, status: 'active', trialEndsAt: 0 } as const;
const event = { eventId: 'event', eventName: 'Open Air', accessCode: 'ABCD2346' };
const state: RoomState = firstState(
  {
    eventId: 'event',
    jurisdiction: null,
    ownerId: 'owner',
    revision: 1,
    account,
    event,
    displaySession: null,
    timeZone: 'UTC',
    reportTime: '06:00',
    generation: 0,
    areas: [],
  },
  'epoch',
);

test('is made once for each state of event and areas, not for each who asks', () => {
  const stringify = vi.spyOn(JSON, 'stringify');
  const text = new DisplayText();
  const first = text.of(state);
  const made = stringify.mock.calls.length;
  expect(JSON.parse(first.frame)).toEqual({ type: 'display', ...JSON.parse(first.body) });
  for (let n = 0; n < 100; n++) expect(text.of({ ...state, account: { ...state.account } })).toEqual(first);
  expect(stringify).toHaveBeenCalledTimes(made);
  const counted = { ...state, version: 1, areas: new Map(state.areas) };
  expect(JSON.parse(text.of(counted).body)).toMatchObject({ version: 1 });
  const renamed = { ...counted, event: { ...state.event, event: { ...event, eventName: 'Open Air 2' } } };
  expect(JSON.parse(text.of(renamed).frame)).toMatchObject({ version: 1, eventName: 'Open Air 2' });
  expect(stringify).toHaveBeenCalledTimes(3 * made);
});
