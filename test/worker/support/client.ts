import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { app } from '../../../src/app';
import type { Env } from '../../../src/env';

export const HTTP = 'http://headroom.test';
export const HTTPS = 'https://headroom.test';

export interface Answer {
  status: number;
  headers: Headers;
  /** The body as JSON; null when it is not JSON. */
  body: unknown;
  text: string;
}

interface CallOptions {
  /** An object is sent as JSON, and text is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Client {
  /** The cookie header as a browser would send it; empty without a session. */
  cookie: () => string;
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** Reads the beginning of an answer that does not end by itself, and ends it. */
async function firstPiece({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const piece = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(piece?.value);
}

/** Reads an answer that may not be JSON. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = isStream(response) ? await firstPiece(response) : new TextDecoder().decode(await response.arrayBuffer());
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // The body stays null, and the test sees that.
  }
  return { status: response.status, headers: response.headers, body, text };
}

function keepCookies(jar: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
}

/** Calls the worker with other variables. Returns after work that continues beyond the answer is done, too. */
async function askWith(variables: object, url: string, init: RequestInit): Promise<Response> {
  const context = createExecutionContext();
  const response = await app.fetch(new Request(url, init), { ...env, ...variables }, context);
  await waitOnExecutionContext(context);
  return response;
}

interface ClientOptions {
  origin?: string;
  /** The visitor's address, as Cloudflare reports it. */
  address?: string;
  /** The token of a session that the client has from the start, over plain HTTP. */
  session?: string;
  /** Headers of each call. */
  headers?: Record<string, string>;
  /** Variables of the worker, for this client alone. */
  variables?: Partial<Env>;
}

/** One browser. It calls the whole worker and keeps its cookies. */
export function createClient(options: ClientOptions = {}): Client {
  const { address, session, headers: own = {}, variables } = options;
  // An installation whose own address is HTTPS answers only HTTPS.
  const { origin = variables?.PUBLIC_ORIGIN?.startsWith('https:') ? HTTPS : HTTP } = options;
  const jar = new Map<string, string>(session === undefined ? [] : [['headroom_session', session]]);
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  const send: Client['fetch'] = async (path, init = {}) => {
    const headers = new Headers({ ...own, ...Object.fromEntries(new Headers(init.headers)) });
    if (jar.size > 0) headers.set('cookie', cookie());
    if (address !== undefined) headers.set('cf-connecting-ip', address);
    const url = `${origin}${path}`;
    const response = variables
      ? await askWith(variables, url, { ...init, headers })
      : await exports.default.fetch(url, { ...init, headers });
    keepCookies(jar, response);
    return response;
  };
  const call: Client['call'] = async (method, path, { body, headers = {} } = {}) => {
    const init: RequestInit = {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    };
    if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body);
    return readAnswer(await send(path, init));
  };
  return {
    cookie,
    fetch: send,
    call,
    get: (path) => call('GET', path),
    post: (path, body, headers = {}) => call('POST', path, { body, headers }),
  };
}
