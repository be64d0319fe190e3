import * as z from 'zod/mini';
import { MachineTroubleSchema } from '../../shared/machines/trouble';
import { AtStartSchema } from '../../room/state/room-state';
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
import { type AreaFact, byFact, SetFactsSchema } from '../../shared/schemas/area-facts';
import { AccountMembersSchema } from '../../shared/members/schemas';
import { UserSchema } from '../../shared/schemas/user';
import { CapacityPlanSchema } from '../../shared/rules/capacity-rules/plan';
import { VenueSettingsSchema } from '../../shared/schemas/venue-settings';
import { exportedTable, jsonField } from '../../stored/exported';
import {
  ALERTS,
  AREAS,
  CONFIRMATIONS,
  DEVICES,
  EVACUATIONS,
  JOURNAL,
  ORDERS,
  REPORTS,
  SEALS,
  MACHINE_ALERTS,
  SOURCES,
  type StoredRow,
} from '../../stored/tables';
import { StoredSourceSchema } from '../../rpc/source-batch';

/**
 * The answer of GET /api/users/export: everything that is stored about an account. Times are ISO 8601 in UTC, except
 * within a day's figures, where they are epoch ms.
 */

const Text = z.string();
const MaybeText = z.nullable(Text);

const IsAdmin = { schema: z.boolean(), valueOf: (principal: unknown) => String(principal).startsWith('admin:') };
const REPORT_ROWS = exportedTable(REPORTS, { figures: jsonField(DayFiguresSchema) });

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the field follows from the name
const factField = <Fact extends AreaFact>(fact: Fact) =>
  jsonField(z.nullable(SetFactsSchema.shape[fact].def.innerType));

/** What a room stores, in the order of an export. Orders that have ended are in the journal. */
export const EXPORTED_TABLES = {
  areas: exportedTable(AREAS, byFact<{ [Fact in AreaFact]: ReturnType<typeof factField<Fact>> }>(factField)),
  /** The clients that have joined the event, with their devices. */
  devices: exportedTable(DEVICES, {
    direction: { schema: DirectionSchema, valueOf: (text: unknown) => text },
    isAdmin: IsAdmin,
  }),
  alerts: exportedTable(ALERTS, {}),
  orders: exportedTable(ORDERS, {
    target: jsonField(OrderTargetSchema),
    baselines: jsonField(z.nullable(z.array(BaselineSchema))),
  }),
  confirmations: exportedTable(CONFIRMATIONS, { isAdmin: IsAdmin }),
  evacuations: exportedTable(EVACUATIONS, {
    isDrill: { schema: z.boolean(), valueOf: (flag: unknown) => flag === 1 },
    atStart: jsonField(AtStartSchema),
    timeline: jsonField(z.nullable(TimelineSchema)),
  }),
  /** The keys of a machine's items are left out: they say nothing about the event. */
  sources: exportedTable(SOURCES, { about: jsonField(StoredSourceSchema) }),
  machine_alerts: exportedTable(MACHINE_ALERTS, { trouble: jsonField(z.nullable(MachineTroubleSchema)) }),
  journal: exportedTable(JOURNAL, {
    before: jsonField(JournalFactSchema.shape.before),
    after: jsonField(JournalFactSchema.shape.after),
  }),
  reports: {
    ...REPORT_ROWS,
    jsonOf: (row: StoredRow): string => {
      const { figures, ...head } = REPORT_ROWS.rowOf(row);
      // The figures are the room's own JSON text. They are not parsed, because they can be a hundred KB long.
      return `${JSON.stringify(head).slice(0, -1)},"figures":${figures}}`;
    },
  },
  seals: exportedTable(SEALS, {}),
};

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
  areas: z.array(EXPORTED_TABLES.areas.schema),
  devices: z.array(EXPORTED_TABLES.devices.schema),
  alerts: z.array(EXPORTED_TABLES.alerts.schema),
  orders: z.array(EXPORTED_TABLES.orders.schema),
  confirmations: z.array(EXPORTED_TABLES.confirmations.schema),
  evacuations: z.array(EXPORTED_TABLES.evacuations.schema),
  sources: z.array(EXPORTED_TABLES.sources.schema),
  machine_alerts: z.array(EXPORTED_TABLES.machine_alerts.schema),
  journal: z.array(EXPORTED_TABLES.journal.schema),
  reports: z.array(EXPORTED_TABLES.reports.schema),
  seals: z.array(EXPORTED_TABLES.seals.schema),
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
  ...AccountMembersSchema.shape,
  /** The recipients' secrets are left out. */
  alertRecipients: z.array(AlertRecipientSchema),
  /** The keys themselves are left out; only their hashes are stored. */
  apiKeys: z.array(ApiKeySchema),
  sessions: z.array(ExportedSessionSchema),
  daysOnRecord: z.array(ExportedDaySchema),
  events: z.array(ExportedEventSchema),
});
export type AccountExport = z.infer<typeof AccountExportSchema>;
