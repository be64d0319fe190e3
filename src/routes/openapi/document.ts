import { RELEASE } from '../../observability/version';
import { type ErrorCode, errorMessage, errorStatus } from '../../shared/errors';
import { DownFrameSchema } from '../../shared/protocol/down';
import { UP_FRAMES } from '../../shared/protocol/up';
import { ErrorBodySchema } from '../../http/error-schema';
import { WebhookBodySchema } from '../../rpc/webhook-bodies';
import { type Call, errorsOf, takesSession } from '../call';
import { componentSchemas, refTo } from './components';

/** Calls that the document lists under one tag. */
export type CallGroup = readonly [tag: string, calls: readonly Call[]];

const DESCRIPTION = `Headroom counts crowds in real time. See docs/api.md for examples.

A session is a cookie that \`POST /api/auth/login\` sets. Its name is \`headroom_session\`, or \`__Host-headroom_session\` over
HTTPS. The server refuses calls that change something, and socket upgrades, if they come from a page of another site
(\`Origin\`). Programs send an API key instead, as \`Authorization: Bearer\` or as the
password of \`Basic\`; each call says which scope opens it. Answers to keys have empty access codes. A deployed installation refuses all calls over plain HTTP (403, \`https_required\`). Request bodies are JSON of
at most 64 KB. Times in answers are ISO 8601 in UTC, and the times of taps are epoch milliseconds. An error answer contains
a text for people and a \`code\` for programs. If the text says more than the code, \`message\`
holds its id and values for translations. For a 429, the header \`Retry-After\` contains the number of seconds to wait.`;

/** The descriptions of path parameters. */
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  eventId: 'The id of an event.',
  areaId: 'The id of an area.',
  alertId: 'The id of an alert.',
  sessionId: 'The id of a session of the caller’s own account.',
  code: 'An access code as somebody types it.',
  keyId: 'The id of an API key.',
  invitationId: 'The id of an invitation to the caller’s account.',
  personId: 'The id of a member.',
  linkId: 'The id of an inspector’s link.',
  sourceId: 'The id of a machine, as it sends it.',
  token: 'The token of the link.',
};

const json = (schema: object, example?: object) => ({
  content: { 'application/json': { schema, ...(example && { example }) } },
});
const CSV = { 'text/csv': { schema: { type: 'string' } } };

/** Returns the content of a successful answer; undefined for a socket. */
function contentOf({ answer, isAlsoCsv = false }: Call): Record<string, object> | undefined {
  if (answer === 'socket') return undefined;
  if (answer === 'csv') return CSV;
  if (answer === 'ndjson') return { 'application/x-ndjson': { schema: { type: 'string' } } };
  if (answer === 'stream') return { 'text/event-stream': { schema: { type: 'string' } } };
  if (answer === 'metrics') return { 'text/plain': { schema: { type: 'string' } } };
  if (answer === 'zip') return { 'application/zip': { schema: { type: 'string', format: 'binary' } } };
  return { ...json(refTo(answer)).content, ...(isAlsoCsv && CSV) };
}

/** The frames of the sockets: OpenAPI itself cannot describe sockets. */
const FRAMES = {
  send: UP_FRAMES.map(refTo),
  receive: refTo(DownFrameSchema),
};

/** What the server posts to webhooks. */
const MESSAGE = {
  operationId: 'receiveMessage',
  summary: 'A message to a webhook, signed as Standard Webhooks says',
  description:
    'Any answer but a success is tried again for a day, under the same `webhook-id`; of `counts.changed` only the newest ' +
    'counts are sent again. Ignore types and fields that you do not know.',
  requestBody: { required: true, ...json(refTo(WebhookBodySchema)) },
  responses: { '2XX': { description: 'The message was taken.' } },
};

function errorResponses(call: Call): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(call)) {
    const status = errorStatus(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const error = refTo(ErrorBodySchema);
  const broken = call.brokenAnswer && refTo(call.brokenAnswer);
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

function parametersOf({ route, parameters = [] }: Call): object[] {
  const inPath = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name],
    schema: { type: 'string' },
  }));
  return [...inPath, ...parameters.map((parameter) => ({ schema: { type: 'string' }, ...parameter }))];
}

function securityOf({ who, scope }: Call): object[] {
  if (who.name === 'operator') return [{ operator: [] }];
  if (!takesSession(who)) return [];
  const scopes = scope === undefined || scope === 'any' ? [] : [scope];
  const keys = scope === undefined ? [] : [{ apiKey: scopes }, { apiKeyAsPassword: scopes }];
  return [...(who.name === 'key' ? [] : [{ session: [] }]), ...keys];
}

/** Says which API keys open the call. */
function keysOf({ who, scope }: Call): string {
  if (!takesSession(who) || scope === 'any') return '';
  return scope === undefined ? 'No API key opens this call.' : `API keys with the scope \`${scope}\` open this call.`;
}

function describe(call: Call, tag: string): object {
  const {
    id,
    summary,
    description = '',
    who,
    body,
    example,
    isBodyOptional = false,
    answer,
    brokenAnswer,
    status = 200,
  } = call;
  const parameters = parametersOf(call);
  const content = contentOf(call);
  const taken = content
    ? { [status]: { description: 'The call succeeded.', content } }
    : { 101: { description: 'The socket is open.' } };
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, who.text, keysOf(call)].filter((text) => text !== '').join('\n\n'),
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: !isBodyOptional, ...json(refTo(body), example) } }),
    responses: {
      ...taken,
      ...(brokenAnswer && {
        503: { description: 'A part that the product needs does not work.', ...json(refTo(brokenAnswer)) },
      }),
      ...errorResponses(call),
    },
    ...(answer === 'socket' && { 'x-websocket': FRAMES }),
  };
}

function pathItems(groups: readonly CallGroup[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, calls] of groups) {
    for (const call of calls) {
      const [method = '', path = ''] = call.route.split(' ');
      const item = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
      item[method.toLowerCase()] = describe(call, tag);
    }
  }
  return paths;
}

/** Returns the calls as OpenAPI 3.1, made from their declarations and schemas. */
export const describeCalls = (groups: readonly CallGroup[]) => ({
  openapi: '3.1.0',
  info: { title: 'Headroom', version: RELEASE, description: DESCRIPTION },
  servers: [{ url: '/' }],
  tags: groups.map(([name]) => ({ name })),
  paths: pathItems(groups),
  webhooks: { message: { post: MESSAGE } },
  components: {
    schemas: componentSchemas(),
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'headroom_session' },
      apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'hrk_…' },
      apiKeyAsPassword: { type: 'http', scheme: 'basic' },
      operator: { type: 'http', scheme: 'bearer' },
    },
  },
});
