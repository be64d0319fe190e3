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
import { JURISDICTIONS } from '../rpc/contract';
import { SUBSCRIPTION_STATUSES } from '../shared/rules/subscription';
import type { VenueSettings } from '../shared/schemas/venue-settings';

/** D1 holds definitions: who, which events, which areas (docs/product.md, E6). All times are epoch ms. */

const billingText = () => text().notNull().default('');

export const users = sqliteTable(
  'users',
  {
    userId: text('user_id').primaryKey(),
    /** Trimmed and in lower case. */
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** The status according to Stripe; null until a subscription exists: then the local trial decides. */
    subscriptionStatus: text('subscription_status', { enum: SUBSCRIPTION_STATUSES }),
    trialEndsAt: integer('trial_ends_at').notNull(),
    /** Counts changes of the two columns above, so that rooms can tell older news from newer. */
    revision: integer('revision').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** Named as in the API; '' is not given. */
    billing_first_name: billingText(),
    billing_last_name: billingText(),
    billing_business_name: billingText(),
    billing_address_line1: billingText(),
    billing_address_city: billingText(),
    billing_address_postcode: billingText(),
    billing_address_country: billingText(),
    billing_tax_id: billingText(),
    /** Counts saves of the eight columns above; Stripe has those of `mirroredRevision`. */
    detailsRevision: integer('details_revision').notNull().default(0),
    mirroredRevision: integer('mirrored_revision').notNull().default(0),
    /** The id at Stripe; null until Stripe knows the account. */
    stripeCustomerId: text('stripe_customer_id').unique(),
    /** The subscription's present billing period; null without one. */
    periodStartsAt: integer('period_starts_at'),
    periodEndsAt: integer('period_ends_at'),
  },
  // A deleted account's row does not keep its address from signing up again.
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
    /**
     * Counts changes of the event and its areas: a room with a lower number loads the definition again (docs/product.md,
     * E6).
     */
    revision: integer('revision').notNull().default(1),
    /** Durable Object jurisdiction, part of the room's id; null for none (docs/product.md, E7). */
    jurisdiction: text('jurisdiction', { enum: JURISDICTIONS }),
    /** Counts restores of the room: each gives the room's storage a new epoch (docs/product.md, R8). */
    generation: integer('generation').notNull().default(0),
    /** IANA time zone in which the business day runs from `reportTime`, HH:mm (docs/product.md, D1). */
    timeZone: text('time_zone').notNull().default('UTC'),
    reportTime: text('report_time').notNull().default('06:00'),
    /** First and last business day, YYYY-MM-DD; both null for an event without dates. */
    startDate: text('start_date'),
    endDate: text('end_date'),
    /** Null: never set. */
    venue: text('venue', { mode: 'json' }).$type<VenueSettings>(),
    /**
     * The token of the public display's link; null without one. Not hashed, so that the owner can see the link again:
     * like the access code, it opens nothing that is not meant for many, and it can be replaced.
     */
    displayToken: text('display_token').unique(),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** When the deleted event's room was emptied, after its days were recorded. */
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
 * A session is an admin's (`userId`) or an access code's (`eventId`). With neither it has ended because its code was
 * replaced: it opens nothing, even under a version of the worker that does not know such rows.
 */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    /** The session's public id, for sockets. */
    sessionId: text('session_id').notNull().unique(),
    userId: text('user_id').references((): AnySQLiteColumn => users.userId),
    eventId: text('event_id').references((): AnySQLiteColumn => events.eventId),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** As in OwnSession, so that its owner recognizes it. */
    browser: text('browser').notNull().default(''),
    /**
     * When its holder last entered the account's password, at the login or since; null for an access code's session,
     * and when it is unknown.
     */
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

/** Counts limited attempts by key and slice of their window (docs/product.md, S8). */
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
 * Active days of events: what is billed, once each. They outlive their event and are deleted with the account
 * (docs/product.md, D4).
 */
export const activityDays = sqliteTable(
  'activity_days',
  {
    eventId: text('event_id').notNull(),
    /** The business day, YYYY-MM-DD (docs/product.md, D1). */
    day: text('day').notNull(),
    ownerId: text('owner_id').notNull(),
    /** When the first tap was counted on it. */
    countedAt: integer('counted_at').notNull(),
    /** When the first tap outside the trial was counted on it; null for a free day. */
    billableAt: integer('billable_at'),
    /** When it was last sent to Stripe, and the time that it was sent with; null before the first attempt. */
    attemptedAt: integer('attempted_at'),
    usageAt: integer('usage_at'),
    /** When Stripe had taken it. */
    settledAt: integer('settled_at'),
    /** How often Stripe took it and then reported that it could not count it; null for never. */
    rejections: integer('rejections'),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.day] }),
    index('activity_days_by_owner').on(table.ownerId, table.settledAt),
    // Only of days that wait to be sent: they are few, however many days are recorded.
    index('activity_days_waiting')
      .on(table.ownerId, table.billableAt)
      .where(sql`billable_at IS NOT NULL AND settled_at IS NULL`),
  ],
);

/** Webhook events that were handled. Stripe may send the same event again (stripe.com/docs/webhooks). */
export const providerEvents = sqliteTable(
  'provider_events',
  {
    providerEventId: text('provider_event_id').primaryKey(),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [index('provider_events_by_age').on(table.receivedAt)],
);

/** Keys that the installation has created for itself; see src/services/trust/signing-key.ts. */
export const signingKeys = sqliteTable('signing_keys', {
  name: text('name').primaryKey(),
  /** Hex. */
  key: text('key').notNull(),
  createdAt: integer('created_at').notNull(),
});
