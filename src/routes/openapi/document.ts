import { RELEASE } from '../../observability/version';
import { type ErrorCode, errorMessage, errorStatus } from '../../shared/errors';
import { DownFrameSchema } from '../../shared/protocol/down';
import {
  JoinEventSchema,
  RequestSyncSchema,
  UpdateOccupancySchema,
  UpdateOccupancyShortSchema,
} from '../../shared/protocol/up';
import { ErrorBodySchema } from '../../http/error-schema';
import type { OpenApi } from '../../shared/schemas/system';
import { BILLING, SESSIONS, SYSTEM, USERS } from './account-operations';
import { componentSchemas, refTo } from './components';
import { AREAS, COUNTING, DISPLAYS, EVENTS } from './event-operations';
import { errorsOf, type Operation, WHO } from './operation';
import { OPERATOR } from './operator-operations';
import { REPORTS } from './report-operations';

const TAGS: readonly (readonly [tag: string, operations: readonly Operation[]])[] = [
  ['Counting', COUNTING],
  ['Areas', AREAS],
  ['Events', EVENTS],
  ['Reports', REPORTS],
  ['Displays', DISPLAYS],
  ['Sessions', SESSIONS],
  ['Account', USERS],
  ['Billing', BILLING],
  ['System', SYSTEM],
  ['Operator', OPERATOR],
];

/** All calls that the document describes. */
export const OPERATIONS: readonly Operation[] = TAGS.flatMap(([, operations]) => operations);

const DESCRIPTION = `Headroom counts crowds in real time. docs/api.md has examples to follow.

A session is a cookie, set by \`POST /api/auth/login\`: \`headroom_session\`, over HTTPS \`__Host-headroom_session\`. Calls that
change something, and upgrades, are refused when they come from a page of another site (\`Origin\`). A deployed installation
refuses all calls over plain HTTP (403, \`https_required\`). Bodies are JSON of at most
64 KB. Times in answers are ISO 8601 in UTC; those of taps are epoch milliseconds. Refusals carry a text for people and a
\`code\` for programs; a 429 says in \`Retry-After\` how many seconds to wait.`;

/** The descriptions of path parameters. */
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  eventId: 'An event.',
  areaId: 'An area.',
  alertId: 'An alert.',
  sessionId: 'A session of one’s own account.',
  code: 'An access code, as somebody types it.',
  token: 'Of a public display’s link.',
};

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const CSV = { 'text/csv': { schema: { type: 'string' } } };

/** Returns the content of a successful answer; undefined for a socket. */
function contentOf({ answer, isAlsoCsv = false }: Operation): Record<string, object> | undefined {
  if (answer === 'socket') return undefined;
  if (answer === 'csv') return CSV;
  if (answer === 'ndjson') return { 'application/x-ndjson': { schema: { type: 'string' } } };
  return { ...json(refTo(answer)).content, ...(isAlsoCsv && CSV) };
}

/** The frames of the sockets: OpenAPI itself cannot describe sockets. */
const FRAMES = {
  send: [JoinEventSchema, UpdateOccupancySchema, UpdateOccupancyShortSchema, RequestSyncSchema].map(refTo),
  receive: refTo(DownFrameSchema),
};

function errorResponses(operation: Operation): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const status = errorStatus(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const error = refTo(ErrorBodySchema);
  const broken = operation.brokenAnswer && refTo(operation.brokenAnswer);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errorMessage(code)}`).join('\n\n'),
        ...json(status === 503 && broken ? { anyOf: [broken, error] } : error),
      },
    ]),
  );
}

function parametersOf({ route, parameters = [] }: Operation): object[] {
  const inPath = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name],
    schema: { type: 'string' },
  }));
  return [...inPath, ...parameters.map((parameter) => ({ schema: { type: 'string' }, ...parameter }))];
}

function describe(operation: Operation, tag: string): object {
  const {
    id,
    summary,
    description = '',
    who,
    body,
    isBodyOptional = false,
    answer,
    brokenAnswer,
    status = 200,
  } = operation;
  const parameters = parametersOf(operation);
  const content = contentOf(operation);
  const taken = content
    ? { [status]: { description: 'The call has succeeded.', content } }
    : { 101: { description: 'The socket is open.' } };
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, WHO[who].text].filter((text) => text !== '').join('\n\n'),
    security: who === 'anyone' || who === 'link' ? [] : [{ [who === 'operator' ? 'operator' : 'session']: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: !isBodyOptional, ...json(refTo(body)) } }),
    responses: {
      ...taken,
      ...(brokenAnswer && { 503: { description: 'Something does not work.', ...json(refTo(brokenAnswer)) } }),
      ...errorResponses(operation),
    },
    ...(answer === 'socket' && { 'x-websocket': FRAMES }),
  };
}

function pathItems(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, operations] of TAGS) {
    for (const operation of operations) {
      const [method = '', path = ''] = operation.route.split(' ');
      const item = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
      item[method.toLowerCase()] = describe(operation, tag);
    }
  }
  return paths;
}

const makeDocument = () => ({
  openapi: '3.1.0',
  info: { title: 'Headroom', version: RELEASE, description: DESCRIPTION },
  servers: [{ url: '/' }],
  tags: TAGS.map(([name]) => ({ name })),
  paths: pathItems(),
  components: {
    schemas: componentSchemas(),
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'headroom_session' },
      operator: { type: 'http', scheme: 'bearer' },
    },
  },
});

let made: ReturnType<typeof makeDocument> | undefined;

/** Returns the calls as OpenAPI 3.1, made from their schemas. The document is made once, at the first request. */
export const openApiDocument = (): ReturnType<typeof makeDocument> & OpenApi => (made ??= makeDocument());
