import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { scheduleTexts } from '../../shared/schedule/check-schedule';
import { readTimeZone } from '../../shared/rules/zoned-time';
import { type SourceAnswer, SourceBatchSchema } from '../../rpc/source-batch';
import type { CountingAccess } from '../access';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';

/** Counts the items of a machine, and answers for each of them. */
export async function countFromSource(
  ctx: ServiceContext,
  { roomContext, principal }: CountingAccess,
  body: unknown,
): Promise<SourceAnswer> {
  const batch = parse(SourceBatchSchema, body);
  const { timeZone } = batch.source;
  if (timeZone !== undefined && readTimeZone(timeZone) === null)
    throw new AppError('invalid_input', message(scheduleTexts, 'time_zone_invalid'));
  return valueOrThrow(
    await callRoom(ctx, 'count from source', roomContext, (room) =>
      room.countFromSource(roomContext, batch, principal),
    ),
  );
}
