import type { Area } from '../../../src/shared/schemas/area';
import type { Event } from '../../../src/shared/schemas/event';
import { ADMIN, EVENT } from './account';
import { area } from './areas';
import type { Answer, Call } from './stub-api';
import { NO_SESSION } from './stub-api';

const nameIn = (body: unknown, key: string): string => {
  const value = typeof body === 'object' && body !== null ? Object.entries(body).find(([k]) => k === key)?.[1] : '';
  return String(value);
};

/** A server that remembers what is made on it: an account without events at first, unless others are given. */
export function newAccount(events: Event[] = [], areas: Area[] = []) {
  let isLoggedIn = false;
  return {
    'GET /api/auth/verify': (): Answer => (isLoggedIn ? [200, { success: true, user: ADMIN }] : NO_SESSION),
    'POST /api/auth/signup': [201, { success: true }] as const,
    'POST /api/auth/login': (): Answer => {
      isLoggedIn = true;
      return [200, { success: true, user: ADMIN }];
    },
    'GET /api/events': (): Answer => [200, events],
    'POST /api/events': ({ body }: Call): Answer => {
      const made = { ...EVENT, eventName: nameIn(body, 'eventName') };
      events.push(made);
      return [201, made];
    },
    'GET /api/events/e1/areas': (): Answer => [200, { areas: [...areas] }],
    'POST /api/events/e1/areas': ({ body }: Call): Answer => {
      areas.push(area({ areaId: `a${areas.length + 1}`, areaName: nameIn(body, 'areaName') }));
      return [201, {}];
    },
  };
}

/** As {@link newAccount}, of somebody who is logged in. */
export const loggedIn = (...given: Parameters<typeof newAccount>) => ({
  ...newAccount(...given),
  'GET /api/auth/verify': [200, { success: true, user: ADMIN }] as const,
});
