import { beforeEach, expect, test } from 'vitest';
import type { User } from '../../../src/shared/schemas/user';
import {
  forgetKnownOfOthers,
  keepKnownAreas,
  keepKnownEvents,
  readKnownAreas,
  readKnownEvents,
} from '../../../web/src/session/last-known';
import { keepUser } from '../../../web/src/session/storage';
import { EVENT } from '../support/account';
import { area } from '../support/areas';

const ADMIN: User = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' };
const OTHER: User = { ...ADMIN, username: 'other@b.co' };
const DOOR: User = { username: 'a@b.co', role: 'user', accessCode: 'ABCD2346', subscriptionStatus: 'active' };
const KNOWN = { areas: [area({ currentOccupancy: 12 })], syncedAt: 1_700_000_000_000 };
const keys = () => Object.keys(localStorage).filter((key) => key.startsWith('headroom.known.'));

beforeEach(() => {
  keepUser(ADMIN);
  keepKnownEvents(ADMIN, [EVENT]);
  keepKnownAreas(ADMIN, 'e1', KNOWN);
});

test('a user with the same name and another role does not see the stored data, which is deleted', () => {
  expect(readKnownAreas(ADMIN, 'e1')).toMatchObject(KNOWN);
  expect([readKnownEvents(DOOR), readKnownAreas(DOOR, 'e1')]).toEqual([undefined, null]);
  forgetKnownOfOthers(DOOR);
  expect(keys()).toEqual([]);
});

test('a page that missed a logout stores nothing more, and no data of an earlier person', () => {
  forgetKnownOfOthers(null);
  expect(keys()).toEqual([]);
  keepUser(null);
  keepKnownAreas(ADMIN, 'e1', KNOWN);
  keepUser(OTHER);
  keepKnownAreas(OTHER, 'e2', KNOWN);
  keepKnownAreas(ADMIN, 'e1', KNOWN);
  keepKnownEvents(ADMIN, [EVENT]);
  expect(keys()).toEqual(['headroom.known.areas.e2']);
});

test.each(['{', JSON.stringify({ owner: 'admin a@b.co', areas: [{ id: 1 }], at: 3 })])(
  'unreadable stored data counts as missing: %s',
  (stored) => {
    localStorage.setItem('headroom.known.areas.e1', stored);
    localStorage.setItem('headroom.known.events', stored);
    expect(readKnownAreas(ADMIN, 'e1')).toBeNull();
    expect(readKnownEvents(ADMIN)).toBeUndefined();
  },
);
