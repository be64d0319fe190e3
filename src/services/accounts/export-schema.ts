import * as z from 'zod/mini';
import { MachineTroubleSchema } from '../../shared/machines/trouble';
import { DayFiguresSchema } from '../../reports/figures';
import { JournalFactSchema } from '../../reports/facts';
import { AlertRecipientSchema } from '../../shared/notifications/schemas';
import { ApiKeySchema } from '../../shared/keys/schemas';
import { InspectorLinkSchema } from '../../shared/inspections/schemas';
import { BillingDetailsSchema } from '../../shared/schemas/billing-details';
import { CategoriesSchema } from '../../shared/schemas/category';
import { DirectionSchema } from '../../shared/schemas/device';
import { TimelineSchema } from '../../shared/evacuation/schemas';
import { BaselineSchema, OrderTargetSchema } from '../../shared/orders/schemas';
import { LetterheadSchema } from '../../shared/schemas/report';
import { ScheduleSchema } from '../../shared/schedule/schemas';
import { UserSchema } from '../../shared/schemas/user';
import { CapacityPlanSchema } from '../../shared/rules/capacity-rules/plan';
import { LimitSchema, VenueSettingsSchema } from '../../shared/schemas/venue-settings';
import { exportedSchema } from '../../stored/exported';
import {
  ALERTS,
  AREAS,
  CONFIRMATIONS,
  DEVICES,
  EVACUATIONS,
  ORDERS,
  REPORTS,
  SEALS,
  MACHINE_ALERTS,
  SOURCES,
} from '../../stored/tables';
import { StoredSourceSchema } from '../../rpc/source-batch';

/**
 * The answer of GET /api/users/export: everything that is stored about an account. Times are ISO 8601 in UTC, except
 * within a day's figures, where they are epoch ms.
 */

const Text = z.string();
const MaybeText = z.nullable(Text);

const ExportedAreaSchema = z.extend(exportedSchema(AREAS), { limits: z.nullable(z.array(LimitSchema)) });

/** A client that has joined the event, with its device. */
const ExportedDeviceSchema = z.extend(exportedSchema(DEVICES), { direction: DirectionSchema, isAdmin: z.boolean() });
export type ExportedDevice = z.infer<typeof ExportedDeviceSchema>;

/** An order in force. Orders that have ended are in the journal. */
const ExportedOrderSchema = z.extend(exportedSchema(ORDERS), {
  target: OrderTargetSchema,
  baselines: z.nullable(z.array(BaselineSchema)),
});
export type ExportedOrder = z.infer<typeof ExportedOrderSchema>;

const ExportedConfirmationSchema = z.extend(exportedSchema(CONFIRMATIONS), { isAdmin: z.boolean() });
export type ExportedConfirmation = z.infer<typeof ExportedConfirmationSchema>;

/** The people inside at the start of an evacuation or drill. */
export const AtStartSchema = z.array(z.object({ areaId: Text, areaName: Text, people: z.int() }));

const ExportedEvacuationSchema = z.extend(exportedSchema(EVACUATIONS), {
  isDrill: z.boolean(),
  atStart: AtStartSchema,
  timeline: z.nullable(TimelineSchema),
});
export type ExportedEvacuation = z.infer<typeof ExportedEvacuationSchema>;

/** A machine that counts. The keys of its items are left out: they say nothing about the event. */
const ExportedSourceSchema = z.extend(exportedSchema(SOURCES), { about: StoredSourceSchema });
export type ExportedSource = z.infer<typeof ExportedSourceSchema>;

const ExportedMachineAlertSchema = z.extend(exportedSchema(MACHINE_ALERTS), {
  trouble: z.nullable(MachineTroubleSchema),
});
export type ExportedMachineAlert = z.infer<typeof ExportedMachineAlertSchema>;

export const ExportedEntrySchema = z.extend(JournalFactSchema, { at: Text });

const ExportedReportSchema = z.extend(exportedSchema(REPORTS), { figures: DayFiguresSchema });

const ExportedEventSchema = z.object({
  eventId: Text,
  eventName: Text,
  accessCode: Text,
  schedule: ScheduleSchema,
  venue: z.nullable(VenueSettingsSchema),
  categories: z.nullable(CategoriesSchema),
  capacityPlan: z.nullable(CapacityPlanSchema),
  letterhead: LetterheadSchema,
  /** The path of the public display; null without a display link. */
  displayPath: MaybeText,
  /** What anybody may read of the event, with the path of the widget; null if its numbers are not public. */
  publicNumbers: z.nullable(z.object({ path: Text, detail: Text })),
  inspectorLinks: z.array(InspectorLinkSchema),
  createdAt: Text,
  areas: z.array(ExportedAreaSchema),
  devices: z.array(ExportedDeviceSchema),
  alerts: z.array(exportedSchema(ALERTS)),
  orders: z.array(ExportedOrderSchema),
  confirmations: z.array(ExportedConfirmationSchema),
  evacuations: z.array(ExportedEvacuationSchema),
  sources: z.array(ExportedSourceSchema),
  machine_alerts: z.array(ExportedMachineAlertSchema),
  journal: z.array(ExportedEntrySchema),
  reports: z.array(ExportedReportSchema),
  seals: z.array(exportedSchema(SEALS)),
});
export type ExportedEvent = z.infer<typeof ExportedEventSchema>;

/** An active day. Its event may have been deleted since. */
const ExportedDaySchema = z.object({
  eventId: Text,
  day: Text,
  countedAt: Text,
  /** When the first tap outside the trial counted; null for a free day. */
  billableAt: MaybeText,
  /** When Stripe accepted the day; null until then. */
  acceptedAt: MaybeText,
});

/** A session of the admin, or one of the access code of event `eventId`. */
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
    /** The customer's id at Stripe; null until the customer was created. */
    stripeCustomerId: MaybeText,
    periodStartsAt: MaybeText,
    periodEndsAt: MaybeText,
  }),
  /** Data of the account that the export does not contain, and where to get them. */
  elsewhere: z.array(z.object({ what: Text, where: Text })),
  /** The recipients' secrets are left out. */
  alertRecipients: z.array(AlertRecipientSchema),
  /** The keys themselves are left out; only their hashes are stored. */
  apiKeys: z.array(ApiKeySchema),
  sessions: z.array(ExportedSessionSchema),
  daysOnRecord: z.array(ExportedDaySchema),
  events: z.array(ExportedEventSchema),
});
export type AccountExport = z.infer<typeof AccountExportSchema>;
