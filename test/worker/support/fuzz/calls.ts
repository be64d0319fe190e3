import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { app } from '../../../../src/app';
import { fetchFile } from '../static-files';
import { fillIn } from './fill-in';
import type { Actor } from './recipes';
import type { Body, CallPlan } from './requests';
import { inTime } from './run';
import type { World } from './world';

/** The app's own table: whatever is added there is tried here. */
export const ROUTES: readonly string[] = [
  ...new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
];

export interface Call {
  actor: Actor;
  method: string;
  url: URL;
  request: Request;
  /** Of the table, as the address reads; undefined when nothing there matches. */
  route: string | undefined;
  params: Record<string, string>;
  /** The body as JSON; undefined when it is none. */
  body: unknown;
  plan: CallPlan;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
  webSocket: WebSocket | null;
}

/** Percent signs that mean nothing stay as they are. */
export function decoded(text: string): string {
  return text.replaceAll(/(%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}

function matchParams(pattern: string, path: string): Record<string, string> | null {
  if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1)) ? {} : null;
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = decoded(value);
    else if (segment !== decoded(value)) return null;
  }
  return params;
}

function match(method: string, path: string): Pick<Call, 'route' | 'params'> {
  const asked = method === 'HEAD' ? 'GET' : method;
  for (const route of ROUTES) {
    const [known = '', pattern = ''] = route.split(' ');
    const params = known === asked ? matchParams(pattern, path) : null;
    if (params) return { route, params };
  }
  return { route: undefined, params: {} };
}

const cutOff = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull(controller) {
      if (text !== '') controller.enqueue(new TextEncoder().encode(text));
      controller.error(new Error('The client went away'));
    },
  });

function bodyOf(world: World, actor: Actor, body: Body): BodyInit | null {
  switch (body.type) {
    case 'none':
      return null;
    case 'text':
      return fillIn(world, actor, body.text);
    case 'bytes':
      return new Uint8Array(body.bytes);
    case 'filler':
      return `{${' '.repeat(body.bytes - 2)}}`;
    case 'cut off':
      return cutOff(body.text);
    default:
      return body satisfies never;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headersOf(world: World, { actor, headers, isSecure }: CallPlan): Headers {
  const built = new Headers();
  for (const [name, value] of headers) built.set(name, fillIn(world, actor, value));
  const token = world.tokenOf(actor);
  const session = token === null ? '' : `${isSecure ? '__Host-' : ''}headroom_session=${token}`;
  const cookie = [built.get('cookie') ?? '', session].filter((part) => part !== '').join('; ');
  if (cookie !== '') built.set('cookie', cookie);
  return built;
}

/** The call that a plan comes to in the world as it is now. */
export function prepare(world: World, plan: CallPlan): Call {
  const { actor, method } = plan;
  const url = new URL(`${plan.isSecure ? 'https' : 'http'}://headroom.test`);
  const target = new URL(url.origin + fillIn(world, actor, plan.path + plan.query));
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(world, actor, plan.body);
  const request = new Request(target, { method, headers: headersOf(world, plan), body, redirect: 'manual' });
  return {
    actor,
    method,
    url: target,
    request,
    ...match(method, target.pathname),
    body: typeof body === 'string' ? parsed(body) : undefined,
    plan,
  };
}

const bindings = { ...env, ASSETS: { ...env.ASSETS, fetch: fetchFile } };

export async function perform({ request, method, url }: Call): Promise<Answer> {
  const context = createExecutionContext();
  const answered = Promise.resolve(app.fetch(request, bindings, context));
  const response = await inTime(answered, `${method} ${url.href.slice(0, 200)}`);
  await waitOnExecutionContext(context);
  const { status, headers, webSocket } = response;
  const text = await response.text();
  return { status, headers, text, body: parsed(text), webSocket };
}
