import * as z from 'zod/mini';
import { DayFiguresSchema } from '../report/figures';
import { JournalFactSchema } from '../report/facts';
import { BillingDetailsSchema } from './billing-details';
import { DirectionSchema } from './device';
import { ScheduleSchema } from './schedule';
import { UserSchema } from './user';
import { VenueSettingsSchema } from './venue-settings';

/** GET /api/users/export: all that is stored of an account. Times are ISO 8601 in UTC, but within a day's figures epoch ms. */

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
  /** People tapped out where nobody was left; what resets, recounts and late taps made up for. */
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
  /** Null is the whole venue. */
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
  /** The address of the public display below the product's own; null without one. */
  displayPath: MaybeText,
  createdAt: Text,
  areas: z.array(ExportedAreaSchema),
  devices: z.array(ExportedDeviceSchema),
  alerts: z.array(ExportedAlertSchema),
  journal: z.array(ExportedEntrySchema),
  reports: z.array(ExportedReportSchema),
});
export type ExportedEvent = z.infer<typeof ExportedEventSchema>;

/** A day on which something was counted, also in an event that is deleted since. */
const ExportedDaySchema = z.object({
  eventId: Text,
  day: Text,
  countedAt: Text,
  /** Null is a free day. */
  billableAt: MaybeText,
  /** When the payment provider had taken it. */
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
    /** At the payment provider; null until it knows the account. */
    stripeCustomerId: MaybeText,
    periodStartsAt: MaybeText,
    periodEndsAt: MaybeText,
  }),
  /** What belongs to the account and is not in here, and where it is to be had. */
  elsewhere: z.array(z.object({ what: Text, where: Text })),
  sessions: z.array(ExportedSessionSchema),
  daysOnRecord: z.array(ExportedDaySchema),
  events: z.array(ExportedEventSchema),
});
export type AccountExport = z.infer<typeof AccountExportSchema>;
