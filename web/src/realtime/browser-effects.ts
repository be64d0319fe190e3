import { clientHeader } from '../../../src/shared/client-header';
import { PollAnswerSchema } from '../../../src/shared/protocol/down';
import { PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { callApi } from '../api/api-client';
import { readDevice, subscribeDevice } from '../device/device';
import { deviceAt } from '../device/device-at';
import { reloadForNewVersion } from '../offline/new-version';
import { may } from '../session/may';
import { principalOf } from '../session/principal';
import { verifySession } from '../session/session-api';
import { readUser } from '../session/storage';
import { browserLine } from './socket/browser-line';
import { mintClientId } from '../device/client-id';
import type { Outcome } from './effects';
import type { PageEffects } from './page-effects';
import { outcomeOf } from './socket/outcome';
import { createOutboxStore } from './outbox/outbox-store';
import { browserLocks } from './outbox/page-locks';

const eventPath = (eventId: string) => `/api/events/${encodeURIComponent(eventId)}`;

async function verify(eventId?: string): Promise<Outcome<string>> {
  const outcome = await outcomeOf(verifySession());
  if (!outcome.ok) return outcome;
  const isHidden = eventId !== undefined && !may(outcome.value, 'watch', eventId);
  return isHidden ? { ok: false, failure: 'later' } : { ok: true, value: principalOf(outcome.value) };
}

function signedIn(): string | null {
  const user = readUser();
  return user && principalOf(user);
}

/** Asks the browser to keep the stored taps. If it refuses, taps are still kept while there is space. */
function askToPersist(): void {
  const storage: StorageManager | undefined = navigator.storage;
  storage?.persist?.().catch(() => undefined);
}

/**
 * Loads the code that delivers closed tabs' taps. After a deploy that code may be gone: then the page reloads with the
 * new release, unless it has unsent taps.
 */
async function loadAdopter(): ReturnType<PageEffects['loadAdopter']> {
  try {
    return (await import('./outbox/orphan-tap-sender')).OrphanTapSender;
  } catch (error) {
    void reloadForNewVersion();
    throw error;
  }
}

export const browserEffects: PageEffects = {
  ...browserLine,
  mintClientId,
  device: readDevice,
  onDeviceChange: subscribeDevice,
  fetchAreas: (eventId, clientId, signal) => {
    const headers = clientHeader(clientId, deviceAt(readDevice(), eventId));
    return outcomeOf(callApi(`${eventPath(eventId)}/areas`, AreaListSchema, { signal, headers }));
  },
  poll: (eventId, body, signal) =>
    outcomeOf(
      callApi(`${eventPath(eventId)}/occupancy?v=${PROTOCOL_VERSION}`, PollAnswerSchema, {
        method: 'POST',
        headers: clientHeader(body.clientId, deviceAt(readDevice(), eventId)),
        body,
        signal,
      }),
    ),
  verify,
  signedIn,
  openStore: createOutboxStore,
  loadAdopter,
  locks: browserLocks,
  askToPersist,
};
