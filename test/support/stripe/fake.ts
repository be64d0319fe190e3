import { answerOf } from './answers';
import { catalogueRoutes } from './catalogue';
import type { LoggedRequest } from './control-types';
import { control } from './control-actions';
import { customerRoutes } from './customers';
import { Faults, NoAnswer } from './faults';
import { decodeForm } from './form';
import { type Answer, Idempotency } from './idempotency';
import { invoiceRoutes } from './invoices';
import type { Params } from './params';
import { paymentMethodRoutes } from './payment-methods';
import { invalid, Refusal } from './refusal';
import { match, type Route } from './router';
import { browserRoutes, setupIntentRoutes } from './setup-intents';
import { subscriptionRoutes } from './subscriptions';
import { taxIdRoutes } from './tax-ids';
import { usageRoutes } from './usage';
import { webhookEndpointRoutes } from './webhook-endpoints';
import { Webhooks } from './webhooks';
import { API_VERSION, World, type WorldOptions } from './world';

/**
 * Stripe's API for tests, as far as the product uses it: strict in what it takes (JSON Schemas of stripe's own declarations)
 * and stateful. What it has no behaviour for, it refuses and remembers as `unexpected`.
 *
 *     const fake = await startFakeStripe();           // Node: an HTTP server on loopback and a real client for it
 *     const control = new StripeControl(fake.url);    // anywhere: time, failures, webhooks, the operator's actions
 *     await control.catalogue('headroom_event_day');
 *     await control.saveCard(customer, '4242424242424242');
 *     await control.advance(7 * DAY_MS);              // trial ends, invoices, payments: all that is due, in order
 *     for (const event of await control.take()) …     // signed webhooks, for the test to post as it likes
 *
 * Time stands still unless it is moved (or the reset says `ticking`). Keys: sk_test_… calls, pk_test_… confirms cards.
 */
export class FakeStripe {
  world: World;
  readonly faults = new Faults();
  requests: LoggedRequest[] = [];
  unexpected: string[] = [];
  private idempotency = new Idempotency();

  constructor(
    private readonly params: Params,
    readonly webhookSecret: string,
  ) {
    this.world = new World(new Webhooks(webhookSecret));
  }

  /** Forgets everything. */
  reset(options: WorldOptions = {}): void {
    this.world.webhooks.sendTo(null);
    this.world = new World(new Webhooks(this.webhookSecret), options);
    this.faults.heal();
    this.idempotency = new Idempotency();
    this.requests = [];
    this.unexpected = [];
  }

  /** Answers a call. @throws {NoAnswer} what the connection does instead */
  async handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const body = await request.text();
    if (url.pathname.startsWith('/_test/')) return control(this, url.pathname.slice('/_test/'.length), body);
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
    this.world.clock.catchUp();
    const given = parametersOf(request, url, body);
    const entry: LoggedRequest = {
      at: this.world.clock.now,
      method: request.method,
      path: url.pathname,
      params: given,
      idempotencyKey: request.headers.get('Idempotency-Key'),
      status: null,
      replayed: false,
    };
    this.requests.push(entry);
    const { status, body: answer } = this.answer(request, entry, given);
    entry.status = status;
    const headers = { ...CORS, 'Request-Id': this.world.id('req'), 'Stripe-Version': API_VERSION };
    return Response.json(answer, {
      status,
      headers: entry.replayed ? { ...headers, 'Idempotent-Replayed': 'true' } : headers,
    });
  }

  private answer(request: Request, entry: LoggedRequest, given: Record<string, unknown>): Answer {
    const { method, path } = entry;
    try {
      const isAnswerLost = this.faults.strike(method, path);
      const { run, isBrowser } = this.find(method, path, given);
      this.checkCaller(request, given, isBrowser);
      const asked = JSON.stringify([method, path, given]);
      const key = method === 'POST' ? entry.idempotencyKey : null;
      const before = key === null ? null : this.idempotency.find(key, asked, this.world.clock.now);
      entry.replayed = before !== null;
      const answer = before ?? perform(run(), this.world, given);
      if (key !== null && !before) this.idempotency.keep(key, asked, this.world.clock.now, answer);
      if (isAnswerLost) throw new NoAnswer('drop');
      return answer;
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: { error: error.body } };
      throw error;
    }
  }

  private find(method: string, path: string, given: unknown) {
    for (const route of [...ROUTES, ...browserRoutes]) {
      const ids = route.method === method ? match(route.pattern, path) : null;
      if (!ids) continue;
      const isBrowser = browserRoutes.includes(route);
      // Parameters are wrong before anything begins: nothing of it is kept under an idempotency key.
      const run = () => {
        const work = route.prepare(this.params, given);
        return () => work(this.world, ids);
      };
      return { run, isBrowser };
    }
    this.unexpected.push(`${method} ${path}`);
    throw invalid(`Unrecognized request URL (${method}: ${path}).`, { status: 404 });
  }

  private checkCaller(request: Request, given: Record<string, unknown>, isBrowser: boolean): void {
    const bearer = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
    const key = 'key' in given ? String(given['key']) : bearer;
    const isPublic = isBrowser || 'key' in given;
    if (!key.startsWith(isPublic ? 'pk_test_' : 'sk_test_')) {
      this.unexpected.push(`${request.method} ${request.url}: key ${key.slice(0, 8)}`);
      throw invalid(`Invalid API Key provided: ${key.slice(0, 8)}…`, { status: 401 });
    }
    if (isPublic || request.headers.get('Stripe-Version') === API_VERSION) return;
    this.unexpected.push(`${request.method} ${request.url}: another API version`);
    throw invalid(`Invalid Stripe API version: this fake speaks ${API_VERSION}.`);
  }
}

/** Version 1 of the API takes forms, version 2 JSON; questions are in the address in both. */
function parametersOf(request: Request, url: URL, body: string): Record<string, unknown> {
  if (request.method !== 'POST') return decodeForm(url.search);
  return url.pathname.startsWith('/v2/') ? { ...JSON.parse(body) } : decodeForm(body);
}

const ROUTES: readonly Route[] = [
  ...customerRoutes,
  ...taxIdRoutes,
  ...catalogueRoutes,
  ...usageRoutes,
  ...subscriptionRoutes,
  ...setupIntentRoutes,
  ...paymentMethodRoutes,
  ...invoiceRoutes,
  ...webhookEndpointRoutes,
];

/** Stripe.js calls from the page of the product. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
};

/** Does the work. A declined card is an answer like others: the same key gets it again. */
function perform(work: () => unknown, world: World, given: Record<string, unknown>): Answer {
  const paths = Array.isArray(given['expand']) ? given['expand'].map(String) : [];
  try {
    return { status: 200, body: answerOf(world, work(), paths) };
  } catch (error) {
    if (error instanceof Refusal && error.status === 402) return { status: 402, body: { error: error.body } };
    throw error;
  }
}
