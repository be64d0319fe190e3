import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { listen } from '../loopback';
import { Account, Refusal } from './account';
import { type Call, CALLS } from './calls';
import { Runtime } from './runtime';

const BASE = '/client/v4';
const TOKEN = 'token-of-the-rehearsal';

/** The query without its values, in the order of its names, as CALLS writes it; constant values stay. */
function patternOf(query: URLSearchParams): string {
  const parts = [...query]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, value]) => `${name}=${/^\d+$/.test(value) ? '*' : value}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** The parts of a path that a pattern names with a colon; null if the path is another. */
function match(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [i, name] of wanted.entries()) {
    const value = decodeURIComponent(given[i] ?? '');
    if (name.startsWith(':')) parts[name.slice(1)] = value;
    else if (name !== value) return null;
  }
  return parts;
}

function find(method: string, path: string, query: string) {
  for (const [call, answer] of Object.entries(CALLS)) {
    const [, verb, pattern = '', asked = ''] = /^(\w+) ([^?]*)(.*)$/.exec(call) ?? [];
    const parts = verb === method && asked === query ? match(pattern, path) : null;
    if (parts) return { answer, parts };
  }
  throw new Refusal(400, 7000, `No such call: ${method} ${path}${query}`);
}

interface Options {
  port?: number;
  httpsPort?: number;
  log?: (line: string) => void;
}

/**
 * Cloudflare on this machine, for rehearsals and tests: the calls that wrangler makes, and the deployed worker behind
 * HTTPS with a certificate that nobody has signed. `unexpected` holds each call, field or token that the fake does not
 * know.
 */
export async function startFakeCloudflare({ port = 0, httpsPort = 0, log = () => {} }: Options = {}) {
  const runtime = new Runtime(httpsPort, log);
  const account = new Account(runtime);
  const requests: string[] = [];
  const unexpected: string[] = [];

  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const path = url.pathname.slice(BASE.length);
    const line = `${request.method} ${path}${patternOf(url.searchParams)}`;
    requests.push(line);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ messages: [], ...body }));
    const bytes = await buffer(request);
    try {
      const { answer, parts } = find(request.method ?? '', path, patternOf(url.searchParams));
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      if (token !== TOKEN && !account.manifests.has(token)) throw new Refusal(401, 10_000, 'Authentication error');
      if (parts.account !== undefined && parts.account !== account.id) throw new Refusal(403, 9109, 'Another account');
      const call: Call = {
        account,
        parts,
        token,
        body: (schema) => schema.parse(JSON.parse(bytes.toString())),
        form: () =>
          new Response(bytes, { headers: { 'content-type': request.headers['content-type'] ?? '' } }).formData(),
      };
      const result = (await answer(call)) ?? null;
      const count = Array.isArray(result)
        ? { count: result.length, page: 1, per_page: 50, total_count: result.length }
        : undefined;
      send(200, { success: true, errors: [], result, ...(count && { result_info: count }) });
    } catch (error) {
      const isKnown = error instanceof Refusal && error.code !== 7000;
      if (!isKnown) unexpected.push(`${line}: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}`);
      const { status, code, message } = error instanceof Refusal ? error : new Refusal(400, 7001, String(error));
      send(status, { success: false, errors: [{ code, message }], result: null });
    }
  };
  const server = createServer((request, response) => void answerTo(request, response));
  const calledAt = await listen(server, port);
  const { port: runsAt } = await runtime.start();
  return {
    account,
    requests,
    unexpected,
    origin: `https://localhost:${runsAt || 443}`,
    /** What wrangler and Node need to take this for Cloudflare. */
    environment: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${calledAt}${BASE}`,
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_ACCOUNT_ID: account.id,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    },
    stop: async () => {
      server.close();
      await runtime.stop();
    },
  };
}
