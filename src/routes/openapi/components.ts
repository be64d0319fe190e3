import * as z from 'zod/mini';
import { DownFrameSchema, PollAnswerSchema } from '../../shared/protocol/down';
import {
  AcknowledgementSchema,
  AnswerSchema,
  JoinEventSchema,
  OrderConfirmationSchema,
  PollSchema,
  RequestSyncSchema,
  UpdateOccupancySchema,
  UpdateOccupancyShortSchema,
} from '../../shared/protocol/up';
import { AccountActivitySchema } from '../../shared/schemas/user';
import { AccountExportSchema } from '../../services/accounts/export-schema';
import { AlertListSchema, AlertSchema, ListedAlertsSchema } from '../../shared/schemas/alert';
import { AreaDefinitionSchema, AreaListSchema, AreaSchema } from '../../shared/schemas/area';
import { CardSetupSchema, UsageSchema } from '../../shared/schemas/billing';
import { CategoriesSchema, NewCategoriesSchema } from '../../shared/schemas/category';
import { CountingErrorSchema } from '../../shared/schemas/area';
import { DeviceListSchema, DeviceSchema, SourceAboutSchema } from '../../shared/schemas/device';
import { DisplayLinkSchema, DisplaySchema } from '../../shared/schemas/display';
import { ErrorBodySchema } from '../../http/error-schema';
import { EventListSchema, EventSchema, JoinKeySchema } from '../../shared/schemas/event';
import { EvidenceKeySchema, EvidenceKeysSchema, SealListSchema } from '../../shared/sealed/schemas';
import { FlowSchema } from '../../shared/schemas/flow';
import {
  AreaChangeSchema,
  ConfirmationSchema,
  DeletionSchema,
  EventNameSchema,
  ForgotPasswordSchema,
  LoginSchema,
  NewAreaSchema,
  NewBillingDetailsSchema,
  PasswordChangeSchema,
  PasswordResetSchema,
  PaymentMethodSchema,
  SignUpSchema,
} from '../../shared/schemas/inputs';
import {
  AwaitedEventListSchema,
  BackupListSchema,
  DatabaseRestoredSchema,
  DatabaseRestoreSchema,
  EndedKeyListSchema,
} from '../../services/backups/schemas';
import {
  EventImportProgressSchema,
  EventImportStartedSchema,
  EventRestoredSchema,
  EventRestoreSchema,
  EventImportStartSchema,
  InvitationSchema,
  LostSecondStepSchema,
  OperatorEventListSchema,
} from '../../services/operator/schemas';
import {
  AssemblyPointsSchema,
  EvacuationEndSchema,
  EvacuationListSchema,
  EvacuationRecordSchema,
  EvacuationSchema,
  NewEvacuationSchema,
} from '../../shared/evacuation/schemas';
import { SourceDetailSchema, SourceListSchema, SourceViewSchema } from '../../rpc/source-views';
import {
  DoubtSettlementSchema,
  SourceAnswerSchema,
  SourceBatchSchema,
  SourceSchema,
  StoredSourceSchema,
} from '../../rpc/source-batch';
import { NewOrderSchema, OrderListSchema, ToldOrderSchema } from '../../shared/orders/schemas';
import { OccupancyAtSchema } from '../../shared/schemas/report';
import {
  CreatedInspectorLinkSchema,
  InspectionOpeningSchema,
  InspectionSchema,
  InspectionSealListSchema,
  InspectorLinkListSchema,
  InspectorLinkSchema,
  NewInspectorLinkSchema,
} from '../../shared/inspections/schemas';
import {
  AlertRecipientListSchema,
  AlertRecipientSchema,
  CreatedAlertRecipientSchema,
  DeliveryListSchema,
  DeliverySchema,
  NewAlertRecipientSchema,
  PushRenewalSchema,
  RecipientChoicesSchema,
} from '../../shared/notifications/schemas';
import { WebhookBodySchema } from '../../rpc/webhook-bodies';
import {
  ApiKeyListSchema,
  ApiKeySchema,
  CallingKeySchema,
  CreatedApiKeySchema,
  KeyRenewalSchema,
  NewApiKeySchema,
} from '../../shared/keys/schemas';
import { PretixAnswerSchema, PretixNotificationSchema } from '../../services/events/pretix';
import { ProfileSchema } from '../../services/accounts/profile-schema';
import { RecountAnswerSchema, RecountSchema } from '../../shared/schemas/area';
import { LetterheadSchema, ReportSchema, StoredReportListSchema } from '../../shared/schemas/report';
import { NewPublicLinkSchema, PublicLinkSchema, PublicNumbersSchema } from '../../shared/public-numbers/schemas';
import { ScheduleSchema } from '../../shared/schedule/schemas';
import {
  CapacityPlanAnswerSchema,
  CapacityPlanSchema,
  NewCapacityPlanSchema,
} from '../../shared/rules/capacity-rules/plan';
import {
  AcceptanceSchema,
  CreatedMemberInvitationSchema,
  MemberChangeSchema,
  MadeListSchema,
  MemberListSchema,
  RemovalSchema,
  NewMemberInvitationSchema,
  OpenInvitationSchema,
} from '../../shared/members/schemas';
import { SwitchSchema } from '../../services/sessions/switch-account';
import { OwnSessionListSchema, OwnSessionSchema } from '../../shared/schemas/session';
import { ReceivedSchema, SuccessSchema } from '../../shared/schemas/success';
import { ConfigSchema, HealthSchema, OpenApiSchema, ReadinessSchema } from '../../shared/schemas/system';
import { EnteredSchema, LoginAnswerSchema } from '../../shared/schemas/session';
import {
  NewSecondStepSchema,
  RecoveryCodesSchema,
  SecondStepCodeSchema,
  SecondStepDemandSchema,
  SecondStepResetSchema,
  SecondStepSchema,
} from '../../shared/schemas/second-step';
import { AuditLogSchema } from '../../shared/audit/schemas';
import { RoleSchema, SessionAnswerSchema, USER_ROLES, UserSchema } from '../../shared/schemas/user';
import { NewVenueSettingsSchema, VenueSettingsSchema } from '../../shared/schemas/venue-settings';

/** The schemas, under their names in the OpenAPI document. */
const COMPONENTS = {
  AccountActivity: AccountActivitySchema,
  AccountExport: AccountExportSchema,
  Acknowledgement: AcknowledgementSchema,
  Alert: AlertSchema,
  AlertList: AlertListSchema,
  ListedAlerts: ListedAlertsSchema,
  AlertRecipient: AlertRecipientSchema,
  AlertRecipientList: AlertRecipientListSchema,
  Answer: AnswerSchema,
  ApiKey: ApiKeySchema,
  ApiKeyList: ApiKeyListSchema,
  Area: AreaSchema,
  AreaChange: AreaChangeSchema,
  AreaDefinition: AreaDefinitionSchema,
  AreaList: AreaListSchema,
  CapacityPlan: CapacityPlanSchema,
  CapacityPlanAnswer: CapacityPlanAnswerSchema,
  CardSetup: CardSetupSchema,
  Categories: CategoriesSchema,
  Config: ConfigSchema,
  Confirmation: ConfirmationSchema,
  CountingError: CountingErrorSchema,
  CreatedAlertRecipient: CreatedAlertRecipientSchema,
  CallingKey: CallingKeySchema,
  CreatedApiKey: CreatedApiKeySchema,
  CreatedInspectorLink: CreatedInspectorLinkSchema,
  Deletion: DeletionSchema,
  Delivery: DeliverySchema,
  DeliveryList: DeliveryListSchema,
  Device: DeviceSchema,
  DeviceList: DeviceListSchema,
  Display: DisplaySchema,
  DisplayLink: DisplayLinkSchema,
  DownFrame: DownFrameSchema,
  Error: ErrorBodySchema,
  Event: EventSchema,
  AwaitedEventList: AwaitedEventListSchema,
  BackupList: BackupListSchema,
  DatabaseRestore: DatabaseRestoreSchema,
  DatabaseRestored: DatabaseRestoredSchema,
  EndedKeyList: EndedKeyListSchema,
  EventImportProgress: EventImportProgressSchema,
  EventImportStart: EventImportStartSchema,
  EventImportStarted: EventImportStartedSchema,
  EventRestore: EventRestoreSchema,
  EventRestored: EventRestoredSchema,
  EventList: EventListSchema,
  EventName: EventNameSchema,
  AssemblyPoints: AssemblyPointsSchema,
  Evacuation: EvacuationSchema,
  EvacuationEnd: EvacuationEndSchema,
  EvacuationList: EvacuationListSchema,
  EvacuationRecord: EvacuationRecordSchema,
  NewEvacuation: NewEvacuationSchema,
  EvidenceKey: EvidenceKeySchema,
  EvidenceKeys: EvidenceKeysSchema,
  Flow: FlowSchema,
  ForgotPassword: ForgotPasswordSchema,
  Health: HealthSchema,
  Inspection: InspectionSchema,
  InspectionOpening: InspectionOpeningSchema,
  InspectionSealList: InspectionSealListSchema,
  InspectorLink: InspectorLinkSchema,
  InspectorLinkList: InspectorLinkListSchema,
  JoinEvent: JoinEventSchema,
  JoinKey: JoinKeySchema,
  KeyRenewal: KeyRenewalSchema,
  Letterhead: LetterheadSchema,
  Login: LoginSchema,
  NewAlertRecipient: NewAlertRecipientSchema,
  NewApiKey: NewApiKeySchema,
  NewArea: NewAreaSchema,
  NewCategories: NewCategoriesSchema,
  NewBillingDetails: NewBillingDetailsSchema,
  NewCapacityPlan: NewCapacityPlanSchema,
  NewInspectorLink: NewInspectorLinkSchema,
  NewOrder: NewOrderSchema,
  NewPublicLink: NewPublicLinkSchema,
  NewVenueSettings: NewVenueSettingsSchema,
  OccupancyAt: OccupancyAtSchema,
  OpenApi: OpenApiSchema,
  OperatorEventList: OperatorEventListSchema,
  Invitation: InvitationSchema,
  LostSecondStep: LostSecondStepSchema,
  Acceptance: AcceptanceSchema,
  AccountSwitch: SwitchSchema,
  CreatedMemberInvitation: CreatedMemberInvitationSchema,
  MemberChange: MemberChangeSchema,
  MemberList: MemberListSchema,
  MadeList: MadeListSchema,
  Removal: RemovalSchema,
  AuditLog: AuditLogSchema,
  NewMemberInvitation: NewMemberInvitationSchema,
  OpenInvitation: OpenInvitationSchema,
  PretixAnswer: PretixAnswerSchema,
  PretixNotification: PretixNotificationSchema,
  Source: SourceSchema,
  SourceAbout: SourceAboutSchema,
  SourceAnswer: SourceAnswerSchema,
  SourceBatch: SourceBatchSchema,
  SourceDetail: SourceDetailSchema,
  SourceList: SourceListSchema,
  SourceView: SourceViewSchema,
  DoubtSettlement: DoubtSettlementSchema,
  StoredSource: StoredSourceSchema,
  Order: ToldOrderSchema,
  OrderConfirmation: OrderConfirmationSchema,
  OrderList: OrderListSchema,
  OwnSession: OwnSessionSchema,
  OwnSessionList: OwnSessionListSchema,
  PasswordChange: PasswordChangeSchema,
  PasswordReset: PasswordResetSchema,
  PaymentMethod: PaymentMethodSchema,
  Poll: PollSchema,
  PollAnswer: PollAnswerSchema,
  Profile: ProfileSchema,
  PublicLink: PublicLinkSchema,
  PublicNumbers: PublicNumbersSchema,
  PushRenewal: PushRenewalSchema,
  Readiness: ReadinessSchema,
  Received: ReceivedSchema,
  RecipientChoices: RecipientChoicesSchema,
  Recount: RecountSchema,
  RecountAnswer: RecountAnswerSchema,
  Report: ReportSchema,
  RequestSync: RequestSyncSchema,
  Schedule: ScheduleSchema,
  SealList: SealListSchema,
  SessionAnswer: SessionAnswerSchema,
  LoginAnswer: LoginAnswerSchema,
  Entered: EnteredSchema,
  NewSecondStep: NewSecondStepSchema,
  RecoveryCodes: RecoveryCodesSchema,
  SecondStepCode: SecondStepCodeSchema,
  SecondStepDemand: SecondStepDemandSchema,
  SecondStepReset: SecondStepResetSchema,
  SecondStep: SecondStepSchema,
  SignUp: SignUpSchema,
  StoredReportList: StoredReportListSchema,
  Success: SuccessSchema,
  UpdateOccupancy: UpdateOccupancySchema,
  UpdateOccupancyShort: UpdateOccupancyShortSchema,
  Usage: UsageSchema,
  User: UserSchema,
  VenueSettings: VenueSettingsSchema,
  WebhookBody: WebhookBodySchema,
} as const satisfies Record<string, z.ZodMiniType>;

const names = new Map<z.ZodMiniType, string>(Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]));

const pointer = (name: string): string => `#/components/schemas/${name}`;

/**
 * Returns a reference to the schema's component.
 * @throws {Error} the schema has no name: add it to the table above
 */
export function refTo(schema: z.ZodMiniType): { $ref: string } {
  const name = names.get(schema);
  if (name === undefined)
    throw new Error('A schema of a call has no name: add it to COMPONENTS in src/routes/openapi/components.ts');
  return { $ref: pointer(name) };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Removes from a schema what only this server's parser needs. */
function tidy(zodSchema: z.core.$ZodType, schema: JsonSchema): void {
  // Answers may get new fields later, and requests may contain unknown fields.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // The web accepts any role from an older server, which no JSON Schema can express.
  if (zodSchema === RoleSchema) Object.assign(schema, { type: 'string', enum: [...USER_ROLES] });
}

/** Returns the components as JSON Schema 2020-12, which OpenAPI 3.1 uses unchanged. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENTS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: pointer,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _id, $schema: _schema, ...schema }]) => [name, schema]),
  );
}
