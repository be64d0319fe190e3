import { PollAnswerSchema } from '../../../src/shared/protocol/down';
import { writePoll } from '../../../src/shared/protocol/poll';
import { PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { callApi } from '../lib/api-client';
import { readDevice, subscribeDevice } from '../lib/device';
import { reloadForNewVersion } from '../lib/new-version';
import { principalOf } from '../lib/principal';
import { verifySession } from '../lib/session-api';
import { readUser } from '../lib/storage';
import { browserLine } from './browser-line';
import { mintClientId } from '../lib/client-id';
import type { Effects } from './effects';
import { outcomeOf } from './outcome';
import { createOutboxStore } from './outbox-store';
import { browserLocks } from './page-locks';

const eventPath = (eventId: string) => `/api/events/${encodeURIComponent(eventId)}`;

const verify = async (): Promise<string> => principalOf(await verifySession());

function signedIn(): string | null {
  const user = readUser();
  return user && principalOf(user);
}

/** If the browser refuses, taps are kept all the same while there is space. */
function askToPersist(): void {
  const storage: StorageManager | undefined = navigator.storage;
  storage?.persist?.().catch(() => undefined);
}

/** After a deploy its code is gone: the page reloads with the new version, unless it has unsent taps. */
async function loadAdopter(): ReturnType<Effects['loadAdopter']> {
  try {
    return (await import('./adopter')).Adopter;
  } catch (error) {
    void reloadForNewVersion();
    throw error;
  }
}

export const browserEffects: Effects = {
  ...browserLine,
  mintClientId,
  device: readDevice,
  onDeviceChange: subscribeDevice,
  fetchAreas: (eventId, signal) => outcomeOf(callApi(`${eventPath(eventId)}/areas`, AreaListSchema, { signal })),
  poll: (eventId, body, signal) =>
    outcomeOf(
      callApi(`${eventPath(eventId)}/occupancy?v=${PROTOCOL_VERSION}`, PollAnswerSchema, {
        method: 'POST',
        body: writePoll(body),
        signal,
      }),
    ),
  verify: () => outcomeOf(verify()),
  signedIn,
  openStore: createOutboxStore,
  loadAdopter,
  locks: browserLocks,
  askToPersist,
};
