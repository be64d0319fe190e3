import { decodeForm, invalid, match, Refusal } from './api';
import { browserRoutes, cardRoutes } from './cards';
import { catalogRoutes } from './catalog';
import type { Fault } from './control';
import { customerRoutes } from './customers';
import { invoiceRoutes } from './invoices';
import { subscriptionRoutes } from './subscriptions';
import { usageRoutes } from './usage';
import { API_VERSION, World } from './world';

/** The connection ends without an answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

interface Answer {
  status: number;
  body: unknown;
}

/** Stripe deletes an idempotency key after "at least 24 hours". */
const KEPT_MS = 86_400_000;

const ROUTES = [
  ...customerRoutes,
  ...cardRoutes,
  ...catalogRoutes,
  ...usageRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
];

/** Stripe.js makes its calls from the product's page, which is another origin. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
};

/**
 * Stripe's API for tests, as far as the product uses it: strict about parameters (by the types of stripe's own library)
 * and stateful. It refuses calls for which it has no behavior and records them as `unexpected`. Time stands still
 * unless a test moves it. Keys: sk_test_… makes calls, pk_test_… confirms cards.
 */
export class FakeStripe {
  world = new World(Date.now());
  /** Received calls, such as `GET /v1/prices`. */
  requests: string[] = [];
  unexpected: string[] = [];
  faults: Fault[] = [];
  isDown = false;
  /** The request and the answer of each idempotency key. */
  private readonly kept = new Map<string, Answer & { at: number; asked: string }>();

  /** Deletes all data. */
  reset(nowMs = Date.now()): void {
    this.world = new World(nowMs);
    this.requests = [];
    this.unexpected = [];
    this.faults = [];
    this.isDown = false;
    this.kept.clear();
  }

  /** Answers a call. @throws {NoAnswer} the connection has to end */
  async handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
    const given = parametersOf(request, url, await request.text());
    this.requests.push(`${request.method} ${url.pathname}`);
    try {
      const isAnswerLost = this.strike(request.method, url.pathname);
      const { answer, isReplay } = this.answer(request, url.pathname, given);
      if (isAnswerLost) throw new NoAnswer();
      const headers = isReplay ? { ...CORS, 'Idempotent-Replayed': 'true' } : CORS;
      return Response.json(answer.body, { status: answer.status, headers });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return Response.json({ error: error.body }, { status: error.status, headers: CORS });
    }
  }

  /** Applies a pending fault to the call. Returns true if the answer must get lost after the work is done. */
  private strike(method: string, path: string): boolean {
    if (this.isDown) throw new NoAnswer();
    const fault = this.faults.find(
      (each) => each.times > 0 && (each.method ?? method) === method && path.includes(each.path ?? ''),
    );
    if (!fault) return false;
    fault.times -= 1;
    if (fault.type === 'drop') throw new NoAnswer();
    if (fault.type === 'drop-answer') return true;
    const { status = 500 } = fault;
    if (status === 429) throw invalid('Too many requests. Please retry later.', { code: 'rate_limit', status });
    throw new Refusal(status, { type: 'api_error', message: 'An unknown error occurred' });
  }

  /** A repeated idempotency key gets the earlier answer. A call with wrong parameters does not store its key. */
  private answer(request: Request, path: string, given: Record<string, unknown>) {
    const { method } = request;
    const key = method === 'POST' ? request.headers.get('Idempotency-Key') : null;
    const work = this.prepare(request, path, given);
    const asked = JSON.stringify([method, path, given]);
    const { now } = this.world.clock;
    const before = this.kept.get(key ?? '');
    if (before && before.at > now - KEPT_MS) {
      if (before.asked === asked) return { answer: before, isReplay: true };
      const message = `Keys for idempotent requests can only be used with the same parameters: ${key}`;
      throw new Refusal(400, { type: 'idempotency_error', message });
    }
    const answer = structuredClone(perform(work));
    if (key !== null) this.kept.set(key, { ...answer, at: now, asked });
    return { answer, isReplay: false };
  }

  /** Checks the caller and the parameters; returns the call's work. */
  private prepare(request: Request, path: string, given: Record<string, unknown>): () => unknown {
    const { key, ...params } = given;
    const isBrowser = key !== undefined;
    for (const route of isBrowser ? browserRoutes : ROUTES) {
      const ids = route.method === request.method ? match(route.pattern, path) : null;
      if (!ids) continue;
      this.checkCaller(request, key);
      const work = route.prepare(isBrowser ? given : params);
      return () => work(this.world, ids);
    }
    this.unexpected.push(`${request.method} ${path}`);
    throw invalid(`Unrecognized request URL (${request.method}: ${path}).`, { status: 404 });
  }

  /** Checks the caller's key; `publicKey` is the key that a browser sends in its form. */
  private checkCaller(request: Request, publicKey: unknown): void {
    const secret = request.headers.get('Authorization') ?? '';
    const isKnown = /^(Bearer sk|pk)_test_/.test(typeof publicKey === 'string' ? publicKey : secret);
    if (!isKnown) {
      this.unexpected.push(`${request.method} ${request.url}: another key`);
      throw invalid('Invalid API Key provided', { status: 401 });
    }
    if (publicKey !== undefined || request.headers.get('Stripe-Version') === API_VERSION) return;
    this.unexpected.push(`${request.method} ${request.url}: another API version`);
    throw invalid(`Invalid Stripe API version: this fake speaks ${API_VERSION}.`);
  }
}

/** Version 1 of the API takes parameters as forms, version 2 as JSON; queries have them in the address in both. */
function parametersOf(request: Request, url: URL, body: string): Record<string, unknown> {
  if (request.method !== 'POST') return decodeForm(url.search);
  return url.pathname.startsWith('/v2/') ? { ...JSON.parse(body) } : decodeForm(body);
}

/** Does the work. A declined card is an ordinary answer, so a repeated key gets it again. */
function perform(work: () => unknown): Answer {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (error instanceof Refusal && error.status === 402) return { status: 402, body: { error: error.body } };
    throw error;
  }
}
