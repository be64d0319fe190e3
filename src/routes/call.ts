import type { Context, Hono } from 'hono';
import type * as z from 'zod/mini';
import { noteCall } from '../services/audit/note';
import { authenticateKey, type NeededScope } from '../services/keys/authenticate';
import type { KeyScope } from '../shared/keys/schemas';
import { isUpgrade } from '../http/origin';
import type { AppEnv, ServiceContext } from '../services/context';
import { isAuditAction } from '../shared/audit/schemas';
import { AppError, type ErrorCode } from '../shared/errors';
import { withoutAccessCode } from '../shared/rules/access-code';
import { canSomewhere } from '../shared/rules/roles';
import { SUCCESS, SuccessSchema } from '../shared/schemas/success';
import type { Unchecked } from '../shared/rules/checked';
import { bodyBytes, objectBody } from './request/body';
import { keepAlive } from './request/keep-alive';
import type { Who } from './who';

export interface Parameter {
  name: string;
  in: 'query' | 'header';
  description: string;
  /** The parameter's schema; a string if it is missing. */
  schema?: object;
}

type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`;

/** What the OpenAPI document says about a call besides its body and answer. */
interface Description {
  /** Method and path. */
  route: Route;
  /** The call's unique id, which code generators use as a name. */
  id: string;
  summary: string;
  /** The scope with which an API key opens the call; `any` if each key does. Without one, no key does. */
  scope?: KeyScope | 'any';
  description?: string;
  parameters?: readonly Parameter[];
  /** True if the body may be left out. */
  isBodyOptional?: boolean;
  /** True if the answer can also be requested as CSV. */
  isAlsoCsv?: boolean;
  /** The status of success, if it is neither 200 nor a socket's 101. */
  status?: 201;
  /** The schema of a 503 that describes a state instead of an error. */
  brokenAnswer?: z.ZodMiniType;
  /** The errors besides those for missing permissions, a bad body and the server's own failures. */
  errors?: readonly ErrorCode[];
}

/** The schema of a JSON answer, or the kind of another answer: a socket upgrade, or a file. */
type AnswerKind = z.ZodMiniType | 'socket' | 'csv' | 'ndjson' | 'zip' | 'stream' | 'metrics';

/** A call without the types of its own handler. {@link errorsOf} lists its possible errors. */
export interface Call extends Description {
  who: Omit<Who<never, unknown>, 'check'>;
  body: z.ZodMiniType | undefined;
  /** A correct body. It stands in the document, and tests send it. */
  example: object | undefined;
  answer: AnswerKind;
  answerTo: (c: Context<AppEnv>) => Promise<Response>;
}

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Params<Path extends string> = Readonly<Record<ParamName<Path>, string>>;

/** What a handler gets. The body is a JSON object with unchecked fields; an omitted body is an empty object. */
interface CallRequest<R extends Route, Access, Body> {
  c: Context<AppEnv>;
  ctx: ServiceContext;
  access: Access;
  params: Params<R>;
  body: Body extends z.ZodMiniType ? Unchecked<z.output<Body>> : null;
}

type Reply<Answer extends AnswerKind | undefined> = Answer extends undefined
  ? void
  : Answer extends z.ZodMiniType
    ? z.output<Answer> | Response
    : Response;

interface Declaration<
  R extends Route,
  Access,
  Answer extends AnswerKind | undefined,
  Body extends z.ZodMiniType | undefined,
> extends Description {
  route: R;
  who: Who<Params<R>, Access>;
  body?: Body;
  example?: z.input<Body & z.ZodMiniType> & object;
  /** Without it, the call answers that it succeeded. */
  answer?: Answer;
  handle: (request: CallRequest<R, Access, Body>) => Promise<Reply<Answer>> | Reply<Answer>;
}

/**
 * Declares a call: who may make it, what it takes and answers, and its handler. The route, the check of who may, the
 * OpenAPI document and the tests of permissions and of random input all come from this declaration. The check runs
 * before the body is parsed. The handler gets its access and passes it to the service, so a service that requires more
 * does not compile.
 */
export function call<
  R extends Route,
  Access,
  Answer extends AnswerKind | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
>({ handle, ...declared }: Declaration<R, Access, Answer, Body>): Call {
  const {
    who,
    body: schema,
    example,
    answer = SuccessSchema,
    status = 200,
    isBodyOptional = false,
    scope = null,
  } = declared;
  const readBody = (c: Context<AppEnv>) => {
    if (schema === undefined) return null;
    return isBodyOptional && bodyBytes(c).byteLength === 0 ? {} : objectBody(c);
  };
  return {
    ...declared,
    body: schema,
    example,
    answer,
    answerTo: async (c) => {
      if (answer === 'socket' && !isUpgrade(c.req.raw)) throw new AppError('upgrade_required');
      const ctx = await withKey(c, who, scope);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the router has matched the route, whose parameters these are
      const params = c.req.param() as Params<R>;
      const access = await who.check(ctx, params);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of a body are typed as unknown
      const body = readBody(c) as CallRequest<R, Access, Body>['body'];
      const reply = (await handle({ c, ctx, access, params, body })) ?? SUCCESS;
      if (isAuditAction(declared.id)) {
        // Entries have the order of the calls, and a caller who goes meanwhile does not end the work.
        const noted = noteCall(ctx, declared.id, { params, reply, access });
        keepAlive(c, noted);
        await noted;
      }
      if (reply instanceof Response) return reply;
      if (!takesSession(who) || mayKnowCodes(ctx)) return c.json(reply, status);
      return c.body(JSON.stringify(reply, withoutAccessCode), status, { 'content-type': 'application/json' });
    },
  };
}

/** Whether these callers have a session, in whose place an API key can stand. */
export const takesSession = ({ name }: Call['who']): boolean =>
  name !== 'anyone' && name !== 'link' && name !== 'opening' && name !== 'operator';

/** Returns the context of the call. With an API key, its session is that of the key, if the key opens the call. */
async function withKey(c: Context<AppEnv>, who: Call['who'], scope: NeededScope): Promise<ServiceContext> {
  const ctx = c.get('services');
  // Calls about the server itself are registered before the session's middleware.
  if (!takesSession(who) || ctx.apiKey === null) return ctx;
  const keyed = { ...ctx, session: await authenticateKey(ctx, ctx.apiKey, scope) };
  c.set('services', keyed);
  return keyed;
}

/** Whether the caller may know access codes: with one, somebody could count who may not, or who has a key for less. */
const mayKnowCodes = ({ session }: ServiceContext): boolean =>
  session !== null && session.key === undefined && canSomewhere(session.identity.role, 'count');

/** Registers the calls with the app. */
export function register(app: Hono<AppEnv>, calls: readonly Call[]): void {
  for (const { route, answerTo } of calls) {
    const [method = '', path = ''] = route.split(' ');
    app.on(method, path, answerTo);
  }
}

const SAFE = /^GET /;
const BODY_ERRORS = ['invalid_json', 'invalid_input'] as const;
/**
 * The errors of every call: an incomplete or too large body is refused before anything else, and so are too many
 * unknown session cookies.
 */
const EVERY_ERROR = ['invalid_input', 'too_large', 'too_many_attempts', 'storage_full', 'internal'] as const;

/** The errors of calls with an API key, also of those that no key opens. */
const KEY_ERRORS = ['unauthenticated', 'forbidden'] as const;

/** Returns all error codes with which the call can be refused. */
export function errorsOf({ route, who, scope, body, answer, errors = [] }: Call): Set<ErrorCode> {
  const changes = !SAFE.test(route) || answer === 'socket';
  return new Set<ErrorCode>([
    ...(body ? BODY_ERRORS : []),
    ...who.errors,
    ...(takesSession(who) ? KEY_ERRORS : []),
    ...(scope === undefined ? [] : (['too_fast', 'unavailable'] as const)),
    ...(changes ? (['foreign_origin'] as const) : []),
    ...(answer === 'socket' ? (['upgrade_required', 'unavailable'] as const) : []),
    ...errors,
    ...EVERY_ERROR,
  ]);
}
