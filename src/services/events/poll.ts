import { parse } from '../../http/input';
import type { ServiceContext } from '../context';
import type { PollAnswer } from '../../shared/protocol/down';
import { readPoll } from '../../shared/protocol/poll';
import { PollSchema } from '../../shared/protocol/up';
import { callRoom, valueOrThrow } from '../call-room';
import { requireEvent } from './visit';

/** Counts without a socket (docs/product.md, R5): counts the taps, then returns ack and sync. */
export async function pollEvent(ctx: ServiceContext, eventId: string, body: unknown): Promise<PollAnswer> {
  const { visit, principal, sessionId } = await requireEvent(ctx, eventId);
  const poll = readPoll(parse(PollSchema, body));
  return valueOrThrow(await callRoom(ctx, 'poll', () => ctx.room(visit).poll(visit, principal, poll, sessionId)));
}
