import type { MemberList } from '../../../src/shared/members/schemas';
import type { Usage } from '../../../src/shared/schemas/billing';
import { area } from './areas';

export const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' } as const;
/** An access-code user of {@link EVENT}. */
export const DOOR = {
  username: 'Door',
  role: 'user',
  accessCode: 'ABCD2346',
  eventId: 'e1',
  subscriptionStatus: 'active',
} as const;
export const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
/** Another event of the admin. */
const RIVERSIDE = { eventId: 'e2', eventName: 'Riverside', accessCode: 'ABCD2347' };
export const BILLING = {
  billing_first_name: 'Ada',
  billing_last_name: 'King',
  billing_business_name: '',
  billing_address_line1: '12 St James Square',
  billing_address_city: 'London',
  billing_address_postcode: 'SW1Y 4JH',
  billing_address_country: 'GB',
  billing_tax_id: '',
};

/** Noon of a day of 2026 where the tests run: a date without a time is shown by the device's clock. @param month from 0 */
export const localNoon = (month: number, day: number): string => new Date(2026, month, day, 12).toISOString();

/** The usage of an account without active days since the period began. */
export const NO_USAGE: Usage = {
  configured: true,
  periodStartsAt: localNoon(10, 13),
  periodEndsAt: localNoon(11, 13),
  pricePerDayCents: 300,
  amountCents: 0,
  events: [],
};

export const configured = (publishableKey?: string, passwordReset = false) =>
  [
    200,
    {
      signUp: 'open',
      supportEmail: 'help@x.co',
      billing: publishableKey === undefined ? { configured: false } : { configured: true, publishableKey },
      publicOrigin: null,
      passwordReset,
      errorReporting: null,
    },
  ] as const;

/** The admin as the only member of the account. */
const ALONE: MemberList = {
  members: [
    {
      personId: 'p1',
      email: ADMIN.username,
      role: 'owner',
      eventIds: null,
      createdAt: localNoon(10, 3),
      lastSeenAt: localNoon(10, 3),
      isYou: true,
    },
  ],
  invitations: [],
};

/** A server with billing and an admin with one event. It has no calls of the payment provider. */
export const ACCOUNT_API = {
  'GET /api/auth/verify': [200, { success: true, user: ADMIN }] as const,
  'GET /api/events': [200, [EVENT]] as const,
  'GET /api/events/e1/areas': [200, { areas: [area()] }] as const,
  'GET /api/users/me': [200, ADMIN] as const,
  'GET /api/users/profile': [200, { ...ADMIN, ...BILLING }] as const,
  'PUT /api/users/billing-details': [200, { ...ADMIN, ...BILLING }] as const,
  'GET /api/members': [200, ALONE] as const,
  'GET /api/audit?limit=50': [200, { entries: [] }] as const,
  'GET /api/config': configured('pk_1'),
  'GET /api/billing/usage?limit=20': [200, NO_USAGE] as const,
  'POST /api/auth/logout': [200, { success: true }] as const,
};

/** The same admin with two events. */
export const TWO_EVENTS_API = {
  ...ACCOUNT_API,
  'GET /api/events': [200, [EVENT, RIVERSIDE]] as const,
  'GET /api/events/e2/areas': [200, { areas: [] }] as const,
};
