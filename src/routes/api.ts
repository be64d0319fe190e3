import type { Hono } from 'hono';
import type { AppEnv } from '../services/context';
import { OpenApiSchema } from '../shared/schemas/system';
import { ACCOUNT } from './account';
import { AREAS } from './areas';
import { BILLING } from './billing';
import { type Call, call, register } from './call';
import { COUNTING_CALLS } from './counting';
import { EVACUATIONS } from './control/evacuations';
import { EVENTS } from './events';
import { ALERT_RECIPIENTS } from './links/alert-recipients';
import { API_KEYS } from './links/api-keys';
import { DISPLAYS } from './links/displays';
import { INSPECTIONS } from './links/inspections';
import { PUBLIC_LINKS } from './links/public-links';
import { INGEST } from './ingest';
import { session } from './middleware/session';
import { type CallGroup, describeCalls } from './openapi/document';
import { OPERATOR_CALLS } from './operator';
import { ORDERS } from './control/orders';
import { REPORTS } from './reports';
import { STREAMS } from './live/streams';
import { SESSIONS } from './sessions';
import { SYSTEM } from './system';
import { ANYONE } from './who';

const readOpenApi = call({
  route: 'GET /api/openapi.json',
  id: 'readOpenApi',
  summary: 'Get this document',
  who: ANYONE,
  answer: OpenApiSchema,
  handle: () => openApiDocument(),
});

const BEFORE_SESSION: readonly Call[] = [...SYSTEM, readOpenApi];

/** All calls, in the order of the OpenAPI document. */
const GROUPS: readonly CallGroup[] = [
  ['Counting', COUNTING_CALLS],
  ['Sources', INGEST],
  ['Streams', STREAMS],
  ['Areas', AREAS],
  ['Events', EVENTS],
  ['Orders', ORDERS],
  ['Evacuations', EVACUATIONS],
  ['Reports', REPORTS],
  ['Displays', DISPLAYS],
  ['Public numbers', PUBLIC_LINKS],
  ['Inspections', INSPECTIONS],
  ['Alert recipients', ALERT_RECIPIENTS],
  ['API keys', API_KEYS],
  ['Sessions', SESSIONS],
  ['Account', ACCOUNT],
  ['Billing', BILLING],
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
