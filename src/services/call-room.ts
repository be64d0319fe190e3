import type { RoomCaller, ServiceContext } from './context';
import { failureOf } from '../monitor/failing-rooms';
import { noteRoom } from '../monitor/note-room';
import { tryAndLog, type Fields, logError } from '../observability/log';
import type { HubApi } from '../rpc/hub-api';
import type { RoomRef } from '../rpc/identity';
import type { Result } from '../rpc/result';
import type { RoomApi } from '../rpc/room/room-api';
import type { Failure } from '../rpc/monitor-api';
import { isStorageFull } from '../durable-object/storage-full';
import { AppError } from '../shared/errors';
import { untranslated } from '../shared/messages/service-texts';
import { unopenedRoom } from './unopened-room';

const UNAVAILABLE_RETRY_S = 2;

/** The error of a call that a room, relay or hub did not answer. */
export const unavailable = (): AppError => new AppError('unavailable', undefined, { retryAfterS: UNAVAILABLE_RETRY_S });

/** Calls a room whose answer is needed. Throws a 507 if it cannot write, and a 503 if it cannot be reached. */
export const callRoom = <T>(
  ctx: RoomCaller,
  what: string,
  ref: RoomRef,
  question: (room: RoomApi) => Promise<T>,
): Promise<T> => orUnavailable(ctx, what, { eventId: ref.eventId }, () => noting(ctx, ref, question));

/** Calls a hub whose answer is needed. Throws the same errors as {@link callRoom}. */
export const callHub = <T>(
  ctx: ServiceContext,
  what: string,
  userId: string,
  question: (hub: HubApi) => Promise<T>,
): Promise<T> => orUnavailable(ctx, what, { userId }, () => question(ctx.hub(userId)));

/** Asks for something that is needed. If that fails, throws a 507 if a storage is full, otherwise a 503; a refusal stays. */
export async function orUnavailable<T>(
  ctx: Pick<ServiceContext, 'requestId'>,
  what: string,
  fields: Fields,
  question: () => Promise<T>,
): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof AppError) throw error;
    logError(what, error, { requestId: ctx.requestId, ...fields });
    if (isStorageFull(error)) throw new AppError('storage_full');
    throw unavailable();
  }
}

/**
 * Sends a room a change that D1 already holds. A failed call is repeated once; a second failure is only logged. At its
 * next call the room sees the higher revision and reloads; its upkeep finds ended sessions.
 */
export const tellRoom = (
  ctx: ServiceContext,
  what: string,
  ref: RoomRef,
  tell: (room: RoomApi) => Promise<void>,
): Promise<void> => bestEffort(ctx, what, { eventId: ref.eventId }, () => noting(ctx, ref, tell));

/** Sends a hub a change that D1 already holds, as {@link tellRoom} does. The hub's upkeep finds what it missed. */
export const tellHub = (
  ctx: Pick<ServiceContext, 'hub' | 'requestId'>,
  what: string,
  userId: string,
  tell: (hub: HubApi) => Promise<void>,
): Promise<void> => bestEffort(ctx, what, { userId }, () => tell(ctx.hub(userId)));

async function bestEffort(
  ctx: Pick<ServiceContext, 'requestId'>,
  what: string,
  fields: Fields,
  tell: () => Promise<void>,
): Promise<void> {
  try {
    await tell();
  } catch {
    await tryAndLog(what, tell, { requestId: ctx.requestId, ...fields });
  }
}

/** Calls a room. If the call fails, the monitor learns of it after the answer, at most once a minute. */
async function noting<T>(ctx: RoomCaller, ref: RoomRef, work: (room: RoomApi) => Promise<T>): Promise<T> {
  if (ref.isOpened === false) return await work(unopenedRoom(ctx, ref));
  try {
    const answer = await work(ctx.room(ref));
    // A room whose storage is full can still answer, and refuses.
    if (isFull(answer)) note(ctx, ref, 'full');
    return answer;
  } catch (error) {
    note(ctx, ref, failureOf(error));
    throw error;
  }
}

const isFull = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === 'storage_full';

const note = (ctx: RoomCaller, ref: RoomRef, failure: Failure): void =>
  ctx.afterAnswer(() => noteRoom(ctx.monitor(), ref, failure, ctx.now()));

/** Returns the value of a room's answer, or throws the room's refusal as the call's error. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { code, message: text, retryAfterMs } = result;
  const detail = result.detail ?? (text === undefined ? undefined : untranslated(text));
  throw new AppError(code, detail, retryAfterMs === undefined ? {} : { retryAfterS: Math.ceil(retryAfterMs / 1000) });
}
