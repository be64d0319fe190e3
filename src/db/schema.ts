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
import { JURISDICTIONS } from '../rpc/identity';
import { SUBSCRIPTION_STATUSES } from '../shared/rules/subscription';
import type { Categories } from '../shared/schemas/category';
import type { Language } from '../shared/languages';
import type { QuietHours, RecipientKind, Topic } from '../shared/notifications/schemas';
import type { CapacityPlan } from '../shared/rules/capacity-rules/plan';
import { type AreaFact, type AreaFacts, byFact } from '../shared/schemas/area-facts';
import type { NewVenueSettings } from '../shared/schemas/venue-settings';
import type { PublicDetail } from '../shared/public-numbers/schemas';
import type { KeyScope } from '../shared/keys/schemas';

export * from './people-schema';

/** A row as D1 stores it, by the names of its columns. */
export type TableRow = Record<string, string | number | null>;

/** The schema of D1: accounts, people, events, areas (docs/product.md, E6) and their data. All times are epoch ms. */

const billingText = () => text().notNull().default('');

export const users = sqliteTable(
  'users',
  {
    userId: text('user_id').primaryKey(),
    /** The email, trimmed and in lower case. */
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** The status according to Stripe. It is null until a subscription exists: until then the local trial decides. */
    subscriptionStatus: text('subscription_status', { enum: SUBSCRIPTION_STATUSES }),
    trialEndsAt: integer('trial_ends_at').notNull(),
    /** Counts changes of the two columns above, so that rooms can ignore an older state of the account. */
    revision: integer('revision').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** The billing details, named as in the API; '' means not given. */
    billing_first_name: billingText(),
    billing_last_name: billingText(),
    billing_business_name: billingText(),
    billing_address_line1: billingText(),
    billing_address_city: billingText(),
    billing_address_postcode: billingText(),
    billing_address_country: billingText(),
    billing_tax_id: billingText(),
    /** Counts saves of the eight columns above. Stripe has the values that were saved as `mirroredRevision`. */
    detailsRevision: integer('details_revision').notNull().default(0),
    mirroredRevision: integer('mirrored_revision').notNull().default(0),
    /** The customer's id at Stripe; null until the customer was created. */
    stripeCustomerId: text('stripe_customer_id').unique(),
    /** The subscription's present billing period; null without a subscription. */
    periodStartsAt: integer('period_starts_at'),
    periodEndsAt: integer('period_ends_at'),
    /** Whether its members need a second step at the login (docs/product.md, S12). */
    isSecondStepDemanded: integer('second_step_demanded', { mode: 'boolean' }).notNull().default(false),
  },
  // The index leaves deleted accounts out, so that their addresses can sign up again.
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
     * Counts changes of the event and its areas. A room with a lower revision loads the definition again
     * (docs/product.md, E6).
     */
    revision: integer('revision').notNull().default(1),
    /** The Durable Object jurisdiction, which is part of the room's id; null for none (docs/product.md, E7). */
    jurisdiction: text('jurisdiction', { enum: JURISDICTIONS }),
    /** Counts restores of the room. Each restore gives the room's storage a new epoch (docs/product.md, R8). */
    generation: integer('generation').notNull().default(0),
    /** The IANA time zone of the business day, which begins at `reportTime`, HH:mm (docs/product.md, D1). */
    timeZone: text('time_zone').notNull().default('UTC'),
    reportTime: text('report_time').notNull().default('06:00'),
    /** The first and the last business day, YYYY-MM-DD; both null if the event has no dates. */
    startDate: text('start_date'),
    endDate: text('end_date'),
    /** The venue's settings as an admin has set them; null if they were never set. */
    venue: text('venue', { mode: 'json' }).$type<NewVenueSettings>(),
    /** The letterhead of the event's reports; '' for what is not given. */
    organizer: text('organizer').notNull().default(''),
    address: text('address').notNull().default(''),
    /**
     * The token of the public display's link; null without a link. It is not hashed, so that the admin can see the link
     * again. Like the access code, it opens only what many people may see, and it can be replaced.
     */
    displayToken: text('display_token').unique(),
    /** The member who made the display's link; null as in other tables. */
    displayMadeBy: text('display_made_by'),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** When the deleted event's room was emptied. Its days were recorded before. */
    purgedAt: integer('purged_at'),
    /** When the event's last backup began; null before the first (src/services/backups). */
    backedUpAt: integer('backed_up_at'),
    /** When the last attempt to back the event up began, also if it ended the whole run; null before the first. */
    backupTriedAt: integer('backup_tried_at'),
    /**
     * When the event's room was first needed, and therefore placed (docs/decisions/0029). Null before: D1 alone knows
     * the event.
     */
    openedAt: integer('opened_at'),
    /** The event's categories, also removed ones; null if it never had one. */
    categories: text('categories', { mode: 'json' }).$type<Categories>(),
    /** The capacity plan, with what the rules said about it; null before the first one. */
    capacityPlan: text('capacity_plan', { mode: 'json' }).$type<CapacityPlan>(),
  },
  (table) => [index('events_by_owner').on(table.ownerId)],
);

const jsonColumn = <Name extends string, Value>(name: Name) => text(name, { mode: 'json' }).$type<Value>();

export const areas = sqliteTable(
  'areas',
  {
    areaId: text('area_id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references((): AnySQLiteColumn => events.eventId),
    areaName: text('area_name').notNull(),
    /** The area's own number. What counts is the lowest of it and the limits (docs/product.md, E14). */
    capacity: integer('capacity').notNull(),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** The facts as JSON, each null if the area has none. */
    ...byFact<{ [Fact in AreaFact]: ReturnType<typeof jsonColumn<Fact, AreaFacts[Fact]>> }>(jsonColumn),
  },
  (table) => [index('areas_by_event').on(table.eventId)],
);

/**
 * A session belongs to an admin (`userId`, the account) or to an access code (`eventId`). A row with neither has ended
 * because its code was replaced. It opens nothing.
 */
export const sessions = sqliteTable(
  'sessions',
  {
    /** The SHA-256 of the cookie's token, in hex, in the form of token-hash.ts. */
    tokenHash: text('token_hash').primaryKey(),
    /** The session's public id, under which sockets are registered. */
    sessionId: text('session_id').notNull().unique(),
    userId: text('user_id').references((): AnySQLiteColumn => users.userId),
    eventId: text('event_id').references((): AnySQLiteColumn => events.eventId),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The browser's name as in OwnSession, so that the admin recognizes the session. */
    browser: text('browser').notNull().default(''),
    /**
     * When the account's password was last entered in this session, at login or later. The time is null for an access
     * code's session, and if it is unknown.
     */
    confirmedAt: integer('confirmed_at'),
    /** The person who has logged in; null for an access code, and in a row that the release before wrote. */
    personId: text('person_id'),
  },
  (table) => [
    index('sessions_by_user').on(table.userId, table.createdAt, table.sessionId),
    // A person's sessions in their order, newest first.
    index('sessions_by_person')
      .on(sql`CASE WHEN person_id IS NULL THEN user_id ELSE person_id END`, table.createdAt, table.sessionId)
      .where(sql`user_id IS NOT NULL`),
    index('sessions_by_event').on(table.eventId),
    index('sessions_by_expiry').on(table.expiresAt),
  ],
);

/** Links that reset a password. Each works once, within an hour. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    /** The SHA-256 of the link's token, in hex, in the form of token-hash.ts. */
    tokenHash: text('token_hash').primaryKey(),
    personId: text('user_id').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('password_resets_by_user').on(table.personId)],
);

/** Invitations to sign up, which the operator makes. Each works once, for a set time (docs/product.md, S11). */
export const invitations = sqliteTable('invitations', {
  /** The SHA-256 of the invitation's token, in hex. */
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: integer('expires_at').notNull(),
});

/** Limited attempts, counted by key and by slice of the limit's window (docs/product.md, S8). */
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
 * Active days of events. Each is billed once. They outlive their event and are deleted with the account
 * (docs/product.md, D4).
 */
export const activityDays = sqliteTable(
  'activity_days',
  {
    eventId: text('event_id').notNull(),
    /** The business day, YYYY-MM-DD (docs/product.md, D1). */
    day: text('day').notNull(),
    ownerId: text('owner_id').notNull(),
    /** When the day's first tap counted. */
    countedAt: integer('counted_at').notNull(),
    /** When the day's first tap outside the trial counted; null for a free day. */
    billableAt: integer('billable_at'),
    /** When the day was last sent to Stripe, and the time that the usage was given; null before the first attempt. */
    attemptedAt: integer('attempted_at'),
    usageAt: integer('usage_at'),
    /** When Stripe accepted the day; null until then. */
    acceptedAt: integer('accepted_at'),
    /** How often Stripe accepted the day and later reported that it could not count it. */
    rejections: integer('rejections').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.day] }),
    // These two find an account's days of a period without reading earlier years: by their first tap, and by the time
    // that Stripe was given.
    index('activity_days_counted').on(table.ownerId, table.countedAt),
    index('activity_days_sent')
      .on(table.ownerId, table.usageAt)
      .where(sql`usage_at IS NOT NULL`),
    // This index holds only days that wait to be sent: they are few, however many days are recorded.
    index('activity_days_waiting')
      .on(table.ownerId, table.billableAt)
      .where(sql`billable_at IS NOT NULL AND accepted_at IS NULL`),
  ],
);

/** Ids of webhook events that were handled, because Stripe can send an event again (stripe.com/docs/webhooks). */
export const providerEvents = sqliteTable(
  'provider_events',
  {
    providerEventId: text('provider_event_id').primaryKey(),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [index('provider_events_by_age').on(table.receivedAt)],
);

/** Signing keys that this installation created (src/services/trust/signing-key.ts). */
export const signingKeys = sqliteTable('signing_keys', {
  name: text('name').primaryKey(),
  /** The key in hex. */
  key: text('key').notNull(),
  createdAt: integer('created_at').notNull(),
});

/**
 * Events of a restored database whose files are still to be imported (src/services/backups/restore-database.ts). They
 * do not exist until then, so that no room begins to count for them before it has its past.
 */
export const awaitedEvents = sqliteTable('awaited_events', {
  eventId: text('event_id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  /** The key of the event's file in the bucket. */
  fileKey: text('file_key').notNull(),
  /** The event's row and the rows of its areas, by the names of their columns. */
  definition: text('definition', { mode: 'json' }).$type<{ event: TableRow; areas: TableRow[] }>().notNull(),
});

/** Links that admins make for inspectors, each for a person and a set time (docs/product.md, I1). */
export const inspectorLinks = sqliteTable(
  'inspector_links',
  {
    linkId: text('link_id').primaryKey(),
    eventId: text('event_id').notNull(),
    /** The SHA-256 of the link's token, in hex. The token is shown once, when the link is created. */
    tokenHash: text('token_hash').notNull().unique(),
    /** For whom the link is. */
    label: text('label').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** When the admin revoked the link; null if nobody has. */
    revokedAt: integer('revoked_at'),
    /** How often the link was opened, and when last. The journal has each opening. */
    openings: integer('openings').notNull().default(0),
    lastOpenedAt: integer('last_opened_at'),
    /** The member who made it; null if nobody knows, or if an owner has kept it for the account. */
    madeBy: text('made_by'),
  },
  (table) => [
    index('inspector_links_by_event').on(table.eventId),
    index('inspector_links_by_expiry').on(table.expiresAt),
  ],
);

/** The recipients of an account's alerts outside the app (docs/product.md, N1). */
export const alertRecipients = sqliteTable(
  'alert_recipients',
  {
    recipientId: text('recipient_id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    kind: text('kind').$type<RecipientKind>().notNull(),
    name: text('name').notNull(),
    /** The mail address, the endpoint of a push subscription, or the URL of a webhook. */
    address: text('address').notNull(),
    /** This signs a webhook's messages. For a push subscription it contains the keys as JSON; for a mail address it is null. */
    secret: text('secret'),
    /**
     * The token of the links in mails, with which the holder of the address agrees or leaves; null for other kinds. It is
     * not hashed, because each mail contains it again; it opens nothing else.
     */
    mailToken: text('mail_token').unique(),
    language: text('language').$type<Language>().notNull(),
    /** The events whose alerts are sent; null for all. */
    eventIds: text('event_ids', { mode: 'json' }).$type<string[]>(),
    /** Alerts of this threshold and above are sent, in percent. */
    threshold: integer('threshold').notNull(),
    afterMinutes: integer('after_minutes').notNull(),
    quietHours: text('quiet_hours', { mode: 'json' }).$type<QuietHours>(),
    createdAt: integer('created_at').notNull(),
    /** When the holder of a mail address agreed; null until then. */
    confirmedAt: integer('confirmed_at'),
    /** What a webhook is told about; null for alerts alone. */
    topics: text('topics', { mode: 'json' }).$type<Topic[]>(),
    /** The member who made it; null if nobody knows, or if an owner has kept it for the account. */
    madeBy: text('made_by'),
  },
  (table) => [index('alert_recipients_by_owner').on(table.ownerId, table.createdAt)],
);

/** Keys with which programs call the API for an account, or for one of its events (docs/product.md, K1). */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    keyId: text('key_id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    /** The only event that the key opens; null for all events of the account. */
    eventId: text('event_id'),
    name: text('name').notNull(),
    /** The SHA-256 of the key, in hex. The key is shown once, when it is created. */
    keyHash: text('key_hash').notNull().unique(),
    /** The key's first characters, by which people tell keys apart. */
    hint: text('hint').notNull(),
    scopes: text('scopes', { mode: 'json' }).$type<KeyScope[]>().notNull(),
    /** The address ranges (CIDR) from which the key may call; null for all. */
    addresses: text('addresses', { mode: 'json' }).$type<string[]>(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** When the admin revoked the key; null if nobody has. */
    revokedAt: integer('revoked_at'),
    /** When the key was last used, within KEY_USE_NOTED_MS; null before its first use. */
    lastUsedAt: integer('last_used_at'),
    /** The hash of the text that the key had before it was renewed, and until when that one is valid, too (docs/product.md, K9). */
    previousHash: text('previous_hash').unique(),
    previousEndsAt: integer('previous_ends_at'),
    /** The expiry of which the owner was told by mail; null before the first mail (docs/product.md, K11). */
    endMailedFor: integer('end_mailed_for'),
    /** The member who made it; null if nobody knows, or if an owner has kept it for the account. */
    madeBy: text('made_by'),
  },
  (table) => [
    index('api_keys_by_owner').on(table.ownerId, table.createdAt),
    index('api_keys_by_expiry').on(table.expiresAt),
  ],
);

/** The event's numbers that anybody may read, while its admin has switched that on (docs/product.md, P5). */
export const publicLinks = sqliteTable('public_links', {
  eventId: text('event_id').primaryKey(),
  /** It is not hashed, so that the admin can copy it again. It stands in public pages. */
  token: text('token').notNull().unique(),
  detail: text('detail').$type<PublicDetail>().notNull(),
  createdAt: integer('created_at').notNull(),
  /** The member who made it; null if nobody knows, or if an owner has kept it for the account. */
  madeBy: text('made_by'),
});
