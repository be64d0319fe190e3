import { parse } from '../../http/input';
import { SOURCES_MAX } from '../../shared/limits';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
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
  const counted = await callRoom(ctx, 'count from source', roomContext, (room) =>
    room.countFromSource(roomContext, batch, principal),
  );
  if (!counted.ok && counted.code === 'limit_reached')
    throw new AppError('limit_reached', message(serviceTexts, 'too_many_sources', SOURCES_MAX));
  return valueOrThrow(counted);
}
