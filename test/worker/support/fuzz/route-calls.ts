import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../../src/app';
import { newId } from '../../../../src/crypto/ids';
import { type ErrorCode, errorStatus } from '../../../../src/shared/errors';
import { filledIn, namesOf } from '../calls';
import { type Answer, readAnswer } from '../client';
import { expectDocumented } from '../documented';
import type { Principal, World } from '../permissions/world';
import { fetchFile } from '../static-files';
import { type CallPlan, ROUTES } from './call-plans';
import { inTime } from './run';
import { type Counts, follow } from './world-checks';

/** A plan as it was sent. */
export interface SentCall {
  plan: CallPlan;
  method: string;
  url: URL;
  /** The route that the address matches; undefined when none matches. */
  route: string | undefined;
  params: Readonly<Record<string, string>>;
  body: string;
}

/** Percent signs without a meaning stay unchanged. */
const decoded = (text: string): string =>
  text.replaceAll(/(%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });

function matchParams(pattern: string, path: string): Record<string, string> | null {
  if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1)) ? {} : null;
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = decoded(given[index] ?? '');
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = value;
    else if (segment !== value) return null;
  }
  return params;
}

function match(method: string, path: string): Pick<SentCall, 'route' | 'params'> {
  const asked = method === 'HEAD' ? 'GET' : method;
  for (const route of ROUTES) {
    const [known = '', pattern = ''] = route.split(' ');
    const params = known === asked ? matchParams(pattern, path) : null;
    if (params) return { route, params };
  }
  return { route: undefined, params: {} };
}

const bindings = { ...env, ASSETS: { ...env.ASSETS, fetch: fetchFile } };

/**
 * Fills in the names, sends the call, checks what holds for every answer, and updates the counts when the call
 * succeeded.
 */
export async function send(world: World, plan: CallPlan, counts: Counts) {
  const { who, method } = plan;
  const all = {
    ...namesOf(world, who),
    address: `2001:db8:${newId().slice(0, 4)}:${newId().slice(0, 4)}::1`,
    ...counts.namesFor(who),
  };
  const fill = (text: string) => filledIn(text, all);
  const url = new URL(`http://headroom.test${fill(plan.path + plan.query)}`);
  const headers = new Headers();
  const cookie = world.clients[who].cookie();
  if (cookie !== '') headers.set('cookie', cookie);
  const bearers: Partial<Record<Principal, string | undefined>> = {
    display: world.displayToken,
    operator: env.OPERATOR_TOKEN,
    ...world.apiKeys,
  };
  if (bearers[who] !== undefined) headers.set('authorization', `Bearer ${bearers[who]}`);
  for (const [name, value] of plan.headers) {
    headers.set(name, name === 'cookie' ? `${value}; ${cookie}` : fill(value));
  }
  const body = method === 'GET' || method === 'HEAD' || plan.body === null ? null : fill(plan.body);
  const request = new Request(url, { method, headers, body, redirect: 'manual' });
  const context = createExecutionContext();
  const answering = Promise.resolve(app.fetch(request, bindings, context));
  const response = await inTime(answering, `${method} ${url.href.slice(0, 200)}`);
  await waitOnExecutionContext(context);
  response.webSocket?.accept();
  response.webSocket?.close(1000);
  const answer = await readAnswer(response);
  const call: SentCall = {
    plan,
    method,
    url,
    ...match(method, url.pathname),
    body: body ?? '',
  };
  checkAnswer(call, answer);
  const { route = '' } = call;
  if (plan.taken !== null) {
    // After some calls an alert or an order is over, or the caller has to wait. The first caller of a link in a mail ends it.
    const mayBeOver = route.endsWith('/acknowledge') || route.includes('/orders/:orderId');
    const also = mayBeOver ? [404, 429] : route.endsWith('/leave') ? [200, 429] : [429];
    if (!WHILE_IT_RUNS.test(answer.text)) {
      expect([plan.taken, ...also], `${plan.route}: ${answer.text}`).toContain(answer.status);
    }
  }
  const isTaken = answer.status < 400 && method !== 'HEAD' && method !== 'OPTIONS';
  if (isTaken) follow(counts, call, answer);
  return { route, answer, isTaken };
}

/** Refusals that follow from an evacuation or a drill, which an earlier call of the run has started. */
const WHILE_IT_RUNS = /"id":"(?:evacuation_runs|area_occupied|evacuation_lets_nobody_in)"/;

/** The only allowed 5xx answers: billing or mail is not set up. */
const NOT_CONFIGURED = new Set<unknown>(['billing_not_configured', 'mail_not_configured']);

const RefusalSchema = z.strictObject({
  error: z.string().check(z.minLength(1), z.maxLength(200)),
  code: z.string(),
  message: z.optional(z.strictObject({ id: z.string(), values: z.array(z.unknown()) })),
});

/** Traces of text that only the log may contain. */
const INNER_WORKINGS = /SQLITE|D1_|constraint|\.ts:\d|\bat async\b|TypeError|RangeError/;

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const;
const API_HEADERS = {
  ...HEADERS,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** What pages of all sites may read, and caches keep for a second. */
const PUBLIC_HEADERS = {
  ...HEADERS,
  'access-control-allow-origin': '*',
  'content-security-policy': API_HEADERS['content-security-policy'],
} as const;

/** Checks that hold for every answer to any call. */
function checkAnswer({ method, url, route }: SentCall, { status, headers, body, text }: Answer): void {
  if (status === 101) return;
  // Routes are found in any spelling.
  const isApi = decoded(url.pathname).startsWith('/api/');
  const isPublic = decoded(url.pathname).startsWith('/api/public/');
  expect(Object.fromEntries(headers)).toMatchObject(isPublic ? PUBLIC_HEADERS : isApi ? API_HEADERS : HEADERS);
  expect(text).not.toMatch(INNER_WORKINGS);
  if (method === 'HEAD' || !isApi) {
    expect(status).toBeLessThan(500);
    return;
  }
  if (status >= 400) {
    const { code } = z.parse(RefusalSchema, body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an unknown code has no status
    expect(errorStatus(code as ErrorCode)).toBe(status);
    expect(status < 500 || NOT_CONFIGURED.has(code), text).toBe(true);
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  if (route !== undefined) expectDocumented(route, { status, headers, body });
}
