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
import type { VenueSettings } from '../shared/schemas/venue-settings';

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
    /** Counts saves of the eight above; the payment provider holds those of `mirroredRevision`. */
    detailsRevision: integer('details_revision').notNull().default(0),
    mirroredRevision: integer('mirrored_revision').notNull().default(0),
    /** At the payment provider; null until it knows the account. */
    stripeCustomerId: text('stripe_customer_id').unique(),
    /** The subscription's present billing period; null without one. */
    periodStartsAt: integer('period_starts_at'),
    periodEndsAt: integer('period_ends_at'),
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
    /** Counts restores of the room from a backup: each gives the room's storage a new epoch (design section 3). */
    generation: integer('generation').notNull().default(0),
    /** IANA zone in which the business day runs from `reportTime`, HH:mm (design section 4). */
    timeZone: text('time_zone').notNull().default('UTC'),
    reportTime: text('report_time').notNull().default('06:00'),
    /** First and last business day, YYYY-MM-DD; both null where the event simply goes on. */
    startDate: text('start_date'),
    endDate: text('end_date'),
    /** Null: none of it has been set. */
    venue: text('venue', { mode: 'json' }).$type<VenueSettings>(),
    /**
     * Of the public display's link; null without one. As it is, not hashed, so that the owner can be shown the link again:
     * like the access code, it opens nothing that is not meant for many, and it can be replaced.
     */
    displayToken: text('display_token').unique(),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** When the deleted event's room was emptied, after its days were on record. */
    purgedAt: integer('purged_at'),
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

/**
 * A session is an admin's (`userId`) or that of an access code (`eventId`). With neither it has ended, because its code was
 * replaced: it opens nothing, also under a version of the worker that knows no such rows.
 */
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
    /** As in OwnSession, so that its owner knows it again. */
    browser: text('browser').notNull().default(''),
    /** When its holder last showed the account's password, at the login or since; null for an access code's, and where nobody knows. */
    confirmedAt: integer('confirmed_at'),
  },
  (table) => [
    index('sessions_by_user').on(table.userId),
    index('sessions_by_event').on(table.eventId),
    index('sessions_by_expiry').on(table.expiresAt),
  ],
);

/** Links that reset a password, each once and for an hour. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    /** SHA-256 of the link's token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    // No foreign key: a version that does not know this table yet must be able to purge the account after a rollback.
    userId: text('user_id').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('password_resets_by_user').on(table.userId)],
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

/**
 * Business days on which something was counted in an event: what is billed, once each. They outlive their event,
 * and go with the account (design section 5).
 */
export const activityDays = sqliteTable(
  'activity_days',
  {
    eventId: text('event_id').notNull(),
    /** The business day, YYYY-MM-DD (design section 4). */
    day: text('day').notNull(),
    ownerId: text('owner_id').notNull(),
    /** When something was first counted on it. */
    countedAt: integer('counted_at').notNull(),
    /** When something was first counted on it outside the trial; null is a free day. */
    billableAt: integer('billable_at'),
    /** When it was last sent to the payment provider, and the time that it was sent with; null before the first attempt. */
    attemptedAt: integer('attempted_at'),
    usageAt: integer('usage_at'),
    /** When the payment provider had taken it. */
    settledAt: integer('settled_at'),
    /** How often the payment provider took it and then reported that it could not count it; null is never. */
    rejections: integer('rejections'),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.day] }),
    index('activity_days_by_owner').on(table.ownerId, table.settledAt),
    // Of those alone that wait to be settled: they are few, whatever is on record.
    index('activity_days_waiting')
      .on(table.ownerId, table.billableAt)
      .where(sql`billable_at IS NOT NULL AND settled_at IS NULL`),
  ],
);

/** News of the payment provider that has been dealt with: it may send each again (stripe.com/docs/webhooks). */
export const providerEvents = sqliteTable(
  'provider_events',
  {
    providerEventId: text('provider_event_id').primaryKey(),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [index('provider_events_by_age').on(table.receivedAt)],
);

/** Keys that the installation has made for itself; see src/services/trust/signing-key.ts. */
export const signingKeys = sqliteTable('signing_keys', {
  name: text('name').primaryKey(),
  /** Hex. */
  key: text('key').notNull(),
  createdAt: integer('created_at').notNull(),
});
