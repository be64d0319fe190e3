import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { JURISDICTIONS } from '../lib/contract';
import { SUBSCRIPTION_STATUSES } from '../shared/rules/subscription';

/** D1 owns definitions: who, which events, which areas (design section 1). All times are epoch ms. */

const billingText = () => text().notNull().default('');

export const users = sqliteTable(
  'users',
  {
    userId: text('user_id').primaryKey(),
    /** Trimmed and in lower case. */
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** What billing says; null until a subscription exists: then the local trial decides. */
    subscriptionStatus: text('subscription_status', { enum: SUBSCRIPTION_STATUSES }),
    trialEndsAt: integer('trial_ends_at').notNull(),
    /** Counts changes of the two above, so that rooms can tell older news from newer. */
    revision: integer('revision').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** Under the names of the API (spec section 3); '' is not given. */
    billing_first_name: billingText(),
    billing_last_name: billingText(),
    billing_business_name: billingText(),
    billing_address_line1: billingText(),
    billing_address_city: billingText(),
    billing_address_postcode: billingText(),
    billing_address_country: billingText(),
    billing_tax_id: billingText(),
  },
  // A deleted account's tombstone does not keep its address from signing up again.
  (table) => [
    uniqueIndex('users_by_email')
      .on(table.email)
      .where(sql`deleted_at IS NULL`),
  ],
);

export const events = sqliteTable(
  'events',
  {
    eventId: text('event_id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references((): AnySQLiteColumn => users.userId),
    eventName: text('event_name').notNull(),
    accessCode: text('access_code').notNull().unique(),
    /** Counts changes of the event and its areas: a room that holds an older one pulls (design section 4). */
    revision: integer('revision').notNull().default(1),
    /** Durable Object jurisdiction, part of the room's id; null is none (design section 5). */
    jurisdiction: text('jurisdiction', { enum: JURISDICTIONS }),
    /** IANA zone in which the business day runs from `reportTime`, HH:mm (design section 4). */
    timeZone: text('time_zone').notNull().default('UTC'),
    reportTime: text('report_time').notNull().default('06:00'),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (table) => [index('events_by_owner').on(table.ownerId)],
);

export const areas = sqliteTable(
  'areas',
  {
    areaId: text('area_id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references((): AnySQLiteColumn => events.eventId),
    areaName: text('area_name').notNull(),
    capacity: integer('capacity').notNull(),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (table) => [index('areas_by_event').on(table.eventId)],
);

/** A session is an admin's (`userId`) or that of an access code (`eventId`). */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    /** Public handle of the session, for sockets. */
    sessionId: text('session_id').notNull().unique(),
    userId: text('user_id').references((): AnySQLiteColumn => users.userId),
    eventId: text('event_id').references((): AnySQLiteColumn => events.eventId),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('sessions_by_user').on(table.userId),
    index('sessions_by_event').on(table.eventId),
    index('sessions_by_expiry').on(table.expiresAt),
  ],
);

/** What is limited, counted per key and slice of its window (design section 5). */
export const attempts = sqliteTable(
  'attempts',
  {
    key: text('key').notNull(),
    sliceStartsAt: integer('slice_starts_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.sliceStartsAt] }),
    index('attempts_by_age').on(table.sliceStartsAt),
  ],
);
