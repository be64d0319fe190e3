import { PollAnswerSchema } from '../../../src/shared/protocol/down';
import { PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { callApi, isInvalid, isRefusal } from '../lib/api-client';
import { readDevice, subscribeDevice } from '../lib/device';
import { principalOf } from '../lib/principal';
import { verifySession } from '../lib/session-api';
import { readUser } from '../lib/storage';
import { mintClientId } from './client-id';
import type { Effects, Failure, Outcome, Socket, SocketListeners } from './effects';
import { createOutboxStore } from './outbox-store';
import { browserLocks } from './page-locks';

/** Closed by the page: normal closure, RFC 6455 section 7.4.1. */
const NORMAL_CLOSURE = 1000;

function failureOf(error: unknown): Failure {
  if (isRefusal(error, 'unauthenticated')) return 'unauthenticated';
  if (isRefusal(error, 'not_found') || isRefusal(error, 'forbidden')) return 'gone';
  if (isRefusal(error, 'client_id_taken')) return 'client_id_taken';
  if (isRefusal(error, 'reload_needed')) return 'reload_needed';
  return isInvalid(error) ? 'refused' : 'later';
}

async function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

function openSocket(path: string, listeners: SocketListeners): Socket {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url);
  socket.addEventListener('open', () => listeners.opened());
  socket.addEventListener('message', ({ data }) => listeners.message(String(data)));
  socket.addEventListener('close', ({ code }) => listeners.closed(code));
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.close(NORMAL_CLOSURE),
  };
}

function onWake(listener: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && listener();
  window.addEventListener('online', listener);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('online', listener);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

const eventPath = (eventId: string) => `/api/events/${encodeURIComponent(eventId)}`;

async function listAreas(eventId: string, signal: AbortSignal) {
  const { areas } = await callApi(`${eventPath(eventId)}/areas`, AreaListSchema, { signal });
  return areas;
}

const verify = async (): Promise<string> => principalOf(await verifySession());

function signedIn(): string | null {
  const user = readUser();
  return user && principalOf(user);
}

/** Refused or not there: taps are kept all the same, as long as there is space. */
function askToPersist(): void {
  const storage: StorageManager | undefined = navigator.storage;
  storage?.persist?.().catch(() => undefined);
}

export const browserEffects: Effects = {
  openSocket,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
  random: () => Math.random(),
  mintClientId,
  device: readDevice,
  onDeviceChange: subscribeDevice,
  fetchAreas: (eventId, signal) => outcomeOf(listAreas(eventId, signal)),
  poll: (eventId, body, signal) =>
    outcomeOf(
      callApi(`${eventPath(eventId)}/occupancy?v=${PROTOCOL_VERSION}`, PollAnswerSchema, {
        method: 'POST',
        body,
        signal,
      }),
    ),
  verify: () => outcomeOf(verify()),
  signedIn,
  onWake,
  openStore: createOutboxStore,
  locks: browserLocks,
  askToPersist,
};
