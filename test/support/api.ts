import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type SourceAnswer, SourceAnswerSchema, type SourceBatch } from '../../src/rpc/source-batch';
import { isPoint } from '../../src/shared/evacuation/side-areas';
import { type ApiKey, ApiKeyListSchema, CreatedApiKeySchema, type NewApiKey } from '../../src/shared/keys/schemas';
import { type NewOrder, OrderListSchema } from '../../src/shared/orders/schemas';
import type { OrderConfirmation, Tap } from '../../src/shared/protocol/up';
import { AreaListSchema, AreaSchema, type Area } from '../../src/shared/schemas/area';
import { DisplayLinkSchema } from '../../src/shared/schemas/display';
import { EventSchema, type Event } from '../../src/shared/schemas/event';
import type { Recount } from '../../src/shared/schemas/area';
import type { NewVenueSettings } from '../../src/shared/schemas/venue-settings';
import { CLOCK_HEADER } from '../../scripts/demo/clock-header';

/** A call waits this long at most when the server asks for it; a longer wait is a refusal. */
const WAIT_MAX_S = 300;

/** The server refused a call. */
export class CallRefused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** The server took a machine's call, and refused one of its items. */
export class ItemRefused extends Error {}

/** The product's HTTP calls, made with one person's session or with an API key. A call throws {@link CallRefused} on a refusal. */
export class Api {
  readonly url: string;
  /** Returns the time for the past server's clock (worker/past.ts), epoch ms; null for the server's own clock. */
  private readonly now: (() => number) | null;
  /** The cookies of the session and of the device, as a browser sends them; empty before a login. */
  cookie: string;
  /** An API key, which is used instead of a session. */
  key = '';

  constructor(url: string | URL, now: (() => number) | null = null, cookie = '') {
    this.url = String(url);
    this.now = now;
    this.cookie = cookie;
  }

  async signUp(email: string, password: string, invitation = ''): Promise<void> {
    await this.call('POST', '/auth/signup', z.unknown(), { email, password, invitation });
  }

  /** Logs in: an email with its password, or an access code with null. Returns false if the server knows neither. */
  async logIn(username: string, password: string | null): Promise<boolean> {
    const response = await this.fetch('POST', '/auth/login', { username, password });
    if (response.status === 401) return false;
    await read(response, z.unknown());
    this.cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    return true;
  }

  async listEvents(): Promise<Event[]> {
    return await this.call('GET', '/events', z.array(EventSchema));
  }

  /** @param timeZone by default this machine's */
  async createEvent(eventName: string, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone): Promise<Event> {
    return await this.call('POST', '/events', EventSchema, { eventName }, { 'time-zone': timeZone });
  }

  async deleteEvent(eventId: string): Promise<void> {
    await this.call('DELETE', `/events/${eventId}`, z.unknown());
  }

  async createArea(eventId: string, areaName: string, capacity: number): Promise<Area> {
    return await this.call('POST', `/events/${eventId}/areas`, AreaSchema, { areaName, capacity });
  }

  async listAreas(eventId: string): Promise<Area[]> {
    return (await this.call('GET', `/events/${eventId}/areas`, AreaListSchema)).areas;
  }

  async setVenue(eventId: string, settings: NewVenueSettings): Promise<void> {
    await this.call('PUT', `/events/${eventId}/venue`, z.unknown(), settings);
  }

  async resetArea(areaId: string): Promise<void> {
    await this.call('PUT', `/areas/${areaId}/reset`, z.unknown());
  }

  async recountArea(areaId: string, recount: Recount): Promise<void> {
    await this.call('PUT', `/areas/${areaId}/recount`, z.unknown(), recount);
  }

  async makeDisplay(eventId: string): Promise<void> {
    await this.call('POST', `/events/${eventId}/display`, DisplayLinkSchema);
  }

  /** Returns the token of the event's display link; null if the event has no link. */
  async readDisplay(eventId: string): Promise<string | null> {
    return (await this.call('GET', `/events/${eventId}/display`, DisplayLinkSchema)).displayToken;
  }

  async acknowledge(eventId: string, alertId: string, by: { clientId: string; note?: string }): Promise<void> {
    await this.call('POST', `/events/${eventId}/alerts/${alertId}/acknowledge`, z.unknown(), by);
  }

  /** Gives an order and returns its id. */
  async giveOrder(eventId: string, order: NewOrder): Promise<string> {
    const { orders } = await this.call('POST', `/events/${eventId}/orders`, OrderListSchema, order);
    return orders[0]?.orderId ?? '';
  }

  async confirmOrder(eventId: string, orderId: string, by: OrderConfirmation): Promise<void> {
    await this.call('POST', `/events/${eventId}/orders/${orderId}/confirm`, z.unknown(), by);
  }

  /** Starts a drill with these assembly points. Returns its id and those of the points, in their order. */
  async startDrill(eventId: string, names: readonly string[]): Promise<{ evacuationId: string; points: string[] }> {
    await this.call('PUT', `/events/${eventId}/assembly-points`, z.unknown(), { names });
    await this.startEvacuation(eventId, true);
    const running = (await this.call('GET', `/events/${eventId}/areas`, AreaListSchema)).evacuation;
    const points = (running?.sideAreas ?? []).filter(({ areaId }) => isPoint(areaId)).map(({ areaId }) => areaId);
    return { evacuationId: running?.evacuationId ?? '', points };
  }

  async startEvacuation(eventId: string, isDrill = false): Promise<void> {
    await this.call('POST', `/events/${eventId}/evacuations`, z.unknown(), { isDrill });
  }

  /** Returns the id of the evacuation or drill that runs; null if none does. */
  async runningEvacuation(eventId: string): Promise<string | null> {
    const { evacuation } = await this.call('GET', `/events/${eventId}/areas`, AreaListSchema);
    return evacuation?.evacuationId ?? null;
  }

  async endEvacuation(eventId: string, evacuationId: string): Promise<void> {
    await this.call('POST', `/events/${eventId}/evacuations/${evacuationId}/end`, z.unknown(), {});
  }

  async listKeys(): Promise<ApiKey[]> {
    return (await this.call('GET', '/keys', ApiKeyListSchema)).keys;
  }

  /** Creates an API key and returns its text. */
  async createKey(key: NewApiKey): Promise<string> {
    return (await this.call('POST', '/keys', CreatedApiKeySchema, key)).key;
  }

  async revokeKey(keyId: string): Promise<void> {
    await this.call('DELETE', `/keys/${keyId}`, z.unknown());
  }

  /** Counts these taps as a client that has not counted before. */
  async poll(eventId: string, clientId: string, taps: readonly Tap[]): Promise<void> {
    const body = { clientId, seq: 1, sentAt: Date.now(), taps };
    await this.call('POST', `/events/${eventId}/occupancy`, z.unknown(), body);
  }

  /** Sends what a machine has counted. @throws {ItemRefused} one of its items is refused */
  async count(eventId: string, batch: SourceBatch): Promise<SourceAnswer> {
    const answer = await this.call('POST', `/events/${eventId}/counts`, SourceAnswerSchema, batch);
    const refused = answer.items.find(({ status }) => status === 'refused');
    if (refused) throw new ItemRefused(`${batch.source.sourceId}: ${refused.message ?? refused.code ?? 'refused'}`);
    return answer;
  }

  private async call<T>(
    method: string,
    path: string,
    schema: z.ZodMiniType<T>,
    body?: object,
    headers = {},
  ): Promise<T> {
    return await read(await this.fetch(method, path, body, headers), schema);
  }

  /** Sends the call, and sends it again after the wait that a 429 asks for (Retry-After, in seconds). */
  private async fetch(method: string, path: string, body?: object, headers = {}): Promise<Response> {
    for (;;) {
      const response = await fetch(new URL(`/api${path}`, this.url), {
        method,
        headers: {
          'content-type': 'application/json',
          ...headers,
          ...(this.cookie && { cookie: this.cookie }),
          ...(this.key && { authorization: `Bearer ${this.key}` }),
          ...(this.now && { [CLOCK_HEADER]: String(this.now()) }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const waitS = Number(response.headers.get('retry-after') ?? 1);
      if (response.status !== 429 || waitS > WAIT_MAX_S) return response;
      await response.body?.cancel();
      await sleep(waitS * 1_000);
    }
  }
}

async function read<T>(response: Response, schema: z.ZodMiniType<T>): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new CallRefused(response.status, `${response.url}: ${response.status} ${text}`);
  return z.parse(schema, text === '' ? null : JSON.parse(text));
}
