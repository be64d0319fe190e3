import type { Hono } from 'hono';
import type { AppEnv } from '../services/context';
import { OpenApiSchema } from '../shared/schemas/system';
import { ACCOUNT_CALLS } from './account';
import { AREA_CALLS } from './areas';
import { AUDIT_CALLS } from './audit';
import { BILLING_CALLS } from './billing';
import { type Call, call, register } from './call';
import { COUNTING_CALLS } from './counting';
import { EVACUATION_CALLS } from './control/evacuations';
import { EVENT_CALLS } from './events';
import { ALERT_RECIPIENT_CALLS } from './links/alert-recipients';
import { API_KEY_CALLS } from './links/api-keys';
import { DISPLAY_CALLS } from './links/displays';
import { INSPECTION_CALLS } from './links/inspections';
import { PUBLIC_LINK_CALLS } from './links/public-links';
import { INGEST_CALLS } from './ingest';
import { session } from './middleware/session';
import { type CallGroup, describeCalls } from './openapi/document';
import { OPERATOR_CALLS } from './operator';
import { MEMBER_CALLS } from './members';
import { ORDER_CALLS } from './control/orders';
import { REPORT_CALLS } from './reports';
import { STREAM_CALLS } from './live/streams';
import { SECOND_STEP_CALLS } from './second-step';
import { SESSION_CALLS } from './sessions';
import { SYSTEM_CALLS } from './system';
import { ANYONE } from './who';

const readOpenApi = call({
  route: 'GET /api/openapi.json',
  id: 'readOpenApi',
  summary: 'Get this document',
  who: ANYONE,
  answer: OpenApiSchema,
  handle: () => openApiDocument(),
});

const BEFORE_SESSION: readonly Call[] = [...SYSTEM_CALLS, readOpenApi];

/** All calls, in the order of the OpenAPI document. */
const GROUPS: readonly CallGroup[] = [
  ['Counting', COUNTING_CALLS],
  ['Sources', INGEST_CALLS],
  ['Streams', STREAM_CALLS],
  ['Areas', AREA_CALLS],
  ['Events', EVENT_CALLS],
  ['Orders', ORDER_CALLS],
  ['Evacuations', EVACUATION_CALLS],
  ['Reports', REPORT_CALLS],
  ['Displays', DISPLAY_CALLS],
  ['Public numbers', PUBLIC_LINK_CALLS],
  ['Inspections', INSPECTION_CALLS],
  ['Alert recipients', ALERT_RECIPIENT_CALLS],
  ['API keys', API_KEY_CALLS],
  ['Sessions', SESSION_CALLS],
  ['Second step', SECOND_STEP_CALLS],
  ['Members', MEMBER_CALLS],
  ['Audit log', AUDIT_CALLS],
  ['Account', ACCOUNT_CALLS],
  ['Billing', BILLING_CALLS],
  ['System', BEFORE_SESSION],
  ['Operator', OPERATOR_CALLS],
];

export const CALLS: readonly Call[] = GROUPS.flatMap(([, calls]) => calls);

let made: ReturnType<typeof describeCalls> | undefined;

/** Returns the calls as OpenAPI 3.1. The document is made once, at the first request. */
export const openApiDocument = (): ReturnType<typeof describeCalls> => (made ??= describeCalls(GROUPS));

/** Registers all calls. The session is read only for those that use it, so the others work without the database. */
export function registerCalls(app: Hono<AppEnv>): void {
  register(app, BEFORE_SESSION);
  app.use('/api/*', session);
  register(
    app,
    CALLS.filter((one) => !BEFORE_SESSION.includes(one)),
  );
}
