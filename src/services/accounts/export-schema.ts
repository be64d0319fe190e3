import * as z from 'zod/mini';
import { DayFiguresSchema } from '../../reports/figures';
import { JournalFactSchema } from '../../reports/facts';
import { BillingDetailsSchema } from '../../shared/schemas/billing-details';
import { DirectionSchema } from '../../shared/schemas/device';
import { ScheduleSchema } from '../../shared/schemas/schedule';
import { UserSchema } from '../../shared/schemas/user';
import { VenueSettingsSchema } from '../../shared/schemas/venue-settings';

/**
 * GET /api/users/export: everything that is stored of an account. Times are ISO 8601 in UTC, except epoch ms within a
 * day's figures.
 */

const Int = z.int();
const Text = z.string();
const MaybeText = z.nullable(Text);

const ExportedAreaSchema = z.object({
  areaId: Text,
  areaName: Text,
  capacity: Int,
  currentOccupancy: Int,
  totalEntries: Int,
  totalExits: Int,
  /** People in exits for whom nobody was left, and what resets, recounts and late taps changed. */
  floored: Int,
  adjustments: Int,
  lastUpdatedAt: MaybeText,
  deletedAt: MaybeText,
});
export type ExportedArea = z.infer<typeof ExportedAreaSchema>;

/** A page of the app that has joined, by its device. */
const ExportedDeviceSchema = z.object({
  clientId: Text,
  deviceId: Text,
  deviceName: MaybeText,
  direction: DirectionSchema,
  isAdmin: z.boolean(),
  joinedAt: Text,
  leftAt: MaybeText,
});
export type ExportedDevice = z.infer<typeof ExportedDeviceSchema>;

const ExportedAlertSchema = z.object({
  alertId: Text,
  /** Null for the whole venue. */
  areaId: MaybeText,
  threshold: Int,
  occupancy: Int,
  capacity: Int,
  raisedAt: Text,
  acknowledgedAt: MaybeText,
  acknowledgedBy: MaybeText,
  clearedAt: MaybeText,
});
export type ExportedAlert = z.infer<typeof ExportedAlertSchema>;

const ExportedEntrySchema = z.extend(JournalFactSchema, { at: Text });
export type ExportedEntry = z.infer<typeof ExportedEntrySchema>;

const ExportedReportSchema = z.object({
  /** YYYY-MM-DD. */
  day: Text,
  revision: Int,
  startsAt: Text,
  endsAt: Text,
  closedAt: Text,
  figures: DayFiguresSchema,
});

const ExportedEventSchema = z.object({
  eventId: Text,
  eventName: Text,
  accessCode: Text,
  schedule: ScheduleSchema,
  venue: z.nullable(VenueSettingsSchema),
  /** The path of the public display; null without one. */
  displayPath: MaybeText,
  createdAt: Text,
  areas: z.array(ExportedAreaSchema),
  devices: z.array(ExportedDeviceSchema),
  alerts: z.array(ExportedAlertSchema),
  journal: z.array(ExportedEntrySchema),
  reports: z.array(ExportedReportSchema),
});
export type ExportedEvent = z.infer<typeof ExportedEventSchema>;

/** An active day, also of an event that was deleted since. */
const ExportedDaySchema = z.object({
  eventId: Text,
  day: Text,
  countedAt: Text,
  /** Null for a free day. */
  billableAt: MaybeText,
  /** When Stripe had taken it. */
  settledAt: MaybeText,
});

/** A login, of the account itself or with the access code of `eventId`. */
const ExportedSessionSchema = z.object({
  sessionId: Text,
  eventId: MaybeText,
  browser: Text,
  createdAt: Text,
  expiresAt: Text,
});

export const AccountExportSchema = z.object({
  format: z.literal('headroom-account'),
  formatVersion: z.literal(1),
  exportedAt: Text,
  account: z.object({
    userId: Text,
    email: Text,
    subscriptionStatus: UserSchema.shape.subscriptionStatus,
    trialEndsAt: Text,
    createdAt: Text,
    billingDetails: BillingDetailsSchema,
    /** The id at Stripe; null until Stripe knows the account. */
    stripeCustomerId: MaybeText,
    periodStartsAt: MaybeText,
    periodEndsAt: MaybeText,
  }),
  /** What belongs to the account and is not included, and where to get it. */
  elsewhere: z.array(z.object({ what: Text, where: Text })),
  sessions: z.array(ExportedSessionSchema),
  daysOnRecord: z.array(ExportedDaySchema),
  events: z.array(ExportedEventSchema),
});
export type AccountExport = z.infer<typeof AccountExportSchema>;
