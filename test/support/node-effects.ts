// oxlint-disable-next-line import/no-unassigned-import -- Node has no IndexedDB; this defines its classes
import 'fake-indexeddb/auto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { clientHeader } from '../../src/shared/client-header';
import type { ErrorCode } from '../../src/shared/errors';
import { PollAnswerSchema } from '../../src/shared/protocol/down';
import { AreaListSchema } from '../../src/shared/schemas/area';
import type { Random } from './random.ts';
import { mintClientId } from '../../web/src/device/client-id';
import { deviceAt } from '../../web/src/device/device-at';
import { OrphanTapSender } from '../../web/src/realtime/outbox/orphan-tap-sender';
import { createOutboxStore, type OutboxStore } from '../../web/src/realtime/outbox/outbox-store';
import type { Failure, Outcome } from '../../web/src/realtime/effects';
import type { PageEffects } from '../../web/src/realtime/page-effects';

/** The codes for a close by the client and for an end without a close frame (RFC 6455 section 7.4.1). */
const [NORMAL_CLOSURE, ABNORMAL_CLOSURE] = [1000, 1006];

/** A socket's connection, and the two ways in which a network ends it. */
export interface Line {
  /** Both ends learn of the end. */
  reset(): void;
  /** The server is not told and continues as if its client were there. */
  abandon(): void;
}

export interface NodeEffectsOptions {
  principal: string;
  base: URL;
  headers: Record<string, string>;
  random: Random;
  /** The device's settings; by default it has no name. */
  device?: ReturnType<PageEffects['device']>;
  /** Divides all of the client's waits: it retries as often in minutes as it normally would in an hour. */
  timerSpeed?: number;
  counts?: ClientCounts;
  /** Holds the connections of its sockets while the client has them open, and those that it has abandoned. */
  lines?: Set<Line>;
  abandoned?: Set<Line>;
  store?: OutboxStore;
}

export const noClients = () => ({ sockets: 0, opened: 0, polls: 0, pollsAnswered: 0 });
export type ClientCounts = ReturnType<typeof noClients>;

/**
 * An outbox store that stores everything at once and keeps nothing. With thousands of devices in one process, an
 * IndexedDB in memory would be the bottleneck, and no device here ever restarts and reads from it.
 */
export const memoryStore: OutboxStore = {
  write: async () => {},
  move: async () => new Set(),
  records: async () => [],
  taps: async () => [],
  uncounted: async () => [],
  dismiss: async () => {},
  forget: async () => {},
};

interface Call {
  method?: 'GET' | 'POST';
  more?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

const CLIENT_ID_TAKEN: ErrorCode = 'client_id_taken';

const ErrorAnswerSchema = z.object({ code: z.string() });

function failureOf(status: number, body: unknown): Failure {
  const code = z.safeParse(ErrorAnswerSchema, body).data?.code;
  if (code === CLIENT_ID_TAKEN) return 'client_id_taken';
  if (status === 401) return 'unauthenticated';
  if (status === 403 || status === 404) return 'gone';
  return status === 400 && code !== undefined ? 'refused' : 'later';
}

/** The browser's part of the web client, on Node: the same channel counts over real sockets and real calls. */
export function nodeEffects(options: NodeEffectsOptions): PageEffects {
  const { principal, base, headers, random, timerSpeed = 1, counts = noClients(), lines, abandoned } = options;
  const device = options.device ?? { deviceId: mintClientId(), deviceName: null, direction: 'both', doors: [] };
  const request = base.protocol === 'https:' ? requestHttps : requestHttp;
  /** Each call uses its own connection, so that the network can tell calls apart. */
  const exchange = async (path: string, { method = 'GET', more = {}, body, signal }: Call) =>
    await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const what = { method, headers: { ...headers, ...more }, agent: false, signal };
      const call = request(new URL(path, base), what, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('error', reject);
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      call.on('error', reject);
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });

  const call = async <T>(path: string, schema: z.ZodMiniType<T>, what: Call): Promise<Outcome<T>> => {
    try {
      const { status, text } = await exchange(path, what);
      const body: unknown = JSON.parse(text);
      if (status >= 400) return { ok: false, failure: failureOf(status, body) };
      return { ok: true, value: z.parse(schema, body) };
    } catch {
      return { ok: false, failure: 'later' };
    }
  };

  return {
    openSocket: (path, listeners) => {
      counts.sockets += 1;
      const url = new URL(path, base.href.replace('http', 'ws'));
      const socket = new WebSocket(url, { headers, perMessageDeflate: false });
      let isAbandoned = false;
      const line: Line = {
        reset: () => socket.terminate(),
        abandon: () => {
          isAbandoned = true;
          abandoned?.add(line);
          listeners.closed(ABNORMAL_CLOSURE);
        },
      };
      lines?.add(line);
      socket.on('open', () => {
        counts.opened += 1;
        listeners.opened();
      });
      socket.on('message', (data: Buffer) => {
        if (!isAbandoned) listeners.message(data.toString());
      });
      socket.on('close', (code) => {
        lines?.delete(line);
        abandoned?.delete(line);
        if (!isAbandoned) listeners.closed(code);
      });
      // The close event that follows carries all information.
      socket.on('error', () => {});
      return {
        send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
        close: () => isAbandoned || socket.close(NORMAL_CLOSURE),
      };
    },
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs / timerSpeed);
      return () => clearTimeout(timer);
    },
    now: () => Date.now(),
    signedIn: () => null,
    random,
    mintClientId,
    device: () => device,
    onDeviceChange: () => () => undefined,
    fetchAreas: (eventId, clientId, signal) =>
      call(`/api/events/${eventId}/areas`, AreaListSchema, {
        signal,
        more: clientHeader(clientId, deviceAt(device, eventId)),
      }),
    poll: async (eventId, body, signal) => {
      counts.polls += 1;
      const more = clientHeader(body.clientId, deviceAt(device, eventId));
      const what = { method: 'POST', more, body, signal } as const;
      const outcome = await call(`/api/events/${eventId}/occupancy`, PollAnswerSchema, what);
      if (outcome.ok) counts.pollsAnswered += 1;
      return outcome;
    },
    // These devices get no signal that the network is back: they find out by retrying.
    onWake: () => () => {},
    isHidden: () => false,
    onOffline: () => () => {},
    verify: async () => ({ ok: true, value: principal }),
    openStore: () => options.store ?? createOutboxStore(),
    loadAdopter: async () => OrphanTapSender,
    // No two devices share an outbox.
    locks: { hold: async () => () => {} },
    askToPersist: () => {},
  };
}
