import { findEmail } from '../../db/accounts';
import type { Database } from '../../db/client';
import { findDefinition } from '../../db/definitions';
import { markOpened } from '../../db/opened-events';
import { type Env, isSealMailOn, publicOrigin } from '../../env';
import { sealMail } from '../../mail/seal-mail';
import { noteRoom } from '../../monitor/note-room';
import { openNotedMail } from '../../monitor/noted-mail';
import { logError, tryAndLog } from '../../observability/log';
import type { FoundDefinition } from '../../rpc/definition';
import type { RoomRef } from '../../rpc/identity';
import type { SlowMinute } from '../../rpc/monitor-api';
import { getMonitor } from '../../rpc/objects';
import { appPaths } from '../../shared/paths';
import type { FailureCode } from '../state/batch';
import type { DeliveryJobsDeps } from './delivery-jobs';

/** What a room asks D1, the mail and the monitor. */

/**
 * Reads D1's definition of the event; resolves to undefined if D1 did not answer.
 * @param known undefined in a room that does not know its event yet
 */
export async function pullDefinition(
  database: Database,
  eventId: string,
  known: RoomRef | undefined,
): Promise<FoundDefinition | undefined> {
  try {
    const found = await findDefinition(database, eventId);
    if (found === 'missing' && known !== undefined) {
      logError('room.row_missing', new Error('D1 has no row of this event: was it restored?'), { eventId });
    }
    // The room exists, whatever a database says that was restored to an earlier time.
    if (typeof found === 'object' && found.isOpened === false) await markOpened(database, eventId, Date.now());
    return found;
  } catch (error) {
    logError('room.pull', error, { eventId });
    return undefined;
  }
}

/** Returns how fingerprints of seals are mailed to the event's admin; null if this installation mails none. */
export function sealSender(env: Env, database: Database): DeliveryJobsDeps['mailSeals'] {
  const sendMail = isSealMailOn(env) ? openNotedMail(env) : null;
  if (sendMail === null) return null;
  const origin = publicOrigin(env);
  return async (links, { event: { ownerId, event } }) => {
    const to = await findEmail(database, ownerId);
    if (to === null) return;
    const verifyPage = origin === null ? null : `${origin}${appPaths.verify}`;
    await sendMail(sealMail({ to, eventName: event.eventName, links, verifyPage }));
  };
}

/** Tells the monitor that taps were not stored: over sockets, no call of the worker fails. */
export async function noteFailure(env: Env, event: RoomRef, failure: FailureCode): Promise<void> {
  const kind = failure === 'storage_full' ? 'full' : 'unreachable';
  const note = () => noteRoom(getMonitor(env), event, kind, Date.now());
  await tryAndLog('monitor.room', note, { eventId: event.eventId });
}

export async function noteSlowMinute(env: Env, minute: SlowMinute): Promise<void> {
  await tryAndLog('monitor.slow_room', () => getMonitor(env).noteSlowRoom(minute), { eventId: minute.eventId });
}

export async function noteFreeTaps(env: Env, taps: number): Promise<void> {
  await tryAndLog('monitor.free_taps', () => getMonitor(env).noteFreeTaps(taps));
}
