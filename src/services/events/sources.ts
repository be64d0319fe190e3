import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { scheduleTexts } from '../../shared/schedule/check-schedule';
import { readTimeZone } from '../../shared/rules/business-day';
import { DoubtSettlementSchema, type SourceAnswer, type SourceCall, type SourceSender } from '../../rpc/source-batch';
import type { ControlAccess } from '../access/event';
import type { SourceAccess } from '../access/source';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import { loadSenders } from '../keys/source-senders';
import { readSourceBatch } from './read-source-batch';

/** Counts the items of a machine, and answers for each of them. */
export async function countFromSource(ctx: ServiceContext, access: SourceAccess, body: unknown): Promise<SourceAnswer> {
  const batch = readSourceBatch(body);
  const { timeZone } = batch.source;
  if (timeZone !== undefined && readTimeZone(timeZone) === null)
    throw new AppError('invalid_input', message(scheduleTexts, 'time_zone_invalid'));
  return await countInRoom(ctx, access, batch);
}

/**
 * Lets the room count. Throws its refusal. Of a source that belongs to a key which is not in force any more, the next key
 * becomes the owner (docs/product.md, M14): only D1 knows, and it is asked only if another one sends than the owner.
 */
export async function countInRoom(ctx: ServiceContext, access: SourceAccess, call: SourceCall): Promise<SourceAnswer> {
  const { roomContext, sender } = access;
  const send = (endedOwner?: SourceSender) =>
    callRoom(ctx, 'count from source', roomContext, (room) =>
      room.countFromSource(roomContext, call, sender, endedOwner),
    );
  const answer = await send();
  if (answer.ok || !('owner' in answer)) return valueOrThrow(answer);
  const { owner } = answer;
  const { name, isInForce } = (await loadSenders(ctx, roomContext, owner))(owner);
  if (isInForce)
    throw new AppError(
      'source_owned',
      name === null ? message(serviceTexts, 'source_of_organizer') : message(serviceTexts, 'source_of_key', name),
    );
  return valueOrThrow(await send(owner));
}

/**
 * Ends a doubt about people of this machine: they count now, or did before. Throws not_found if there is none, and conflict if
 * it is about another number of people by now.
 */
export async function settleDoubt(
  ctx: ServiceContext,
  { roomContext, principal }: ControlAccess,
  sourceId: string,
  body: unknown,
): Promise<void> {
  const settlement = parse(DoubtSettlementSchema, body);
  valueOrThrow(
    await callRoom(ctx, 'settle doubt', roomContext, (room) =>
      room.settleDoubt(roomContext, sourceId, settlement, principal),
    ),
  );
}
