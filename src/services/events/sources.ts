import { parse } from '../../http/input';
import type { Result } from '../../rpc/contract';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { scheduleTexts } from '../../shared/schedule/check-schedule';
import { readTimeZone } from '../../shared/rules/zoned-time';
import { DoubtSettlementSchema, type SourceAnswer, SourceBatchSchema, type SourceCall } from '../../rpc/source-batch';
import type { EventAdminAccess } from '../access';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import { noteVouching, type SourceAccess } from '../keys/source-access';

/** Counts the items of a machine, and answers for each of them. */
export async function countFromSource(ctx: ServiceContext, access: SourceAccess, body: unknown): Promise<SourceAnswer> {
  const batch = parse(SourceBatchSchema, body);
  const { timeZone } = batch.source;
  if (timeZone !== undefined && readTimeZone(timeZone) === null)
    throw new AppError('invalid_input', message(scheduleTexts, 'time_zone_invalid'));
  return await countInRoom(ctx, access, batch);
}

/** Lets the room count. Throws its refusal. */
export async function countInRoom(ctx: ServiceContext, access: SourceAccess, call: SourceCall): Promise<SourceAnswer> {
  const answer = await send(ctx, access, call);
  if (access.ask === null) return valueOrThrow(answer);
  // What the isolate remembered is out of date, or the room knows nothing yet.
  const isForD1 = !answer.ok && (answer.code === 'unauthenticated' || answer.code === 'not_found');
  noteVouching(access, !isForD1, ctx.now());
  return valueOrThrow(isForD1 ? await send(ctx, await access.ask(), call) : answer);
}

/** Ends a doubt about people of this machine: they count now, or did before. Throws not_found if there is none. */
export async function settleDoubt(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
  sourceId: string,
  body: unknown,
): Promise<void> {
  const { counted } = parse(DoubtSettlementSchema, body);
  valueOrThrow(
    await callRoom(ctx, 'settle doubt', roomContext, (room) =>
      room.settleDoubt(roomContext, sourceId, counted, principal),
    ),
  );
}

const send = (
  ctx: ServiceContext,
  { roomContext, principal, key }: SourceAccess,
  call: SourceCall,
): Promise<Result<SourceAnswer>> =>
  callRoom(ctx, 'count from source', roomContext, (room) => room.countFromSource(roomContext, call, principal, key));
