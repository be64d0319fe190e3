import type { ServiceContext } from '../context';
import type { Device } from '../../shared/schemas/device';
import { callRoom, valueOrThrow } from '../call-room';
import { requireEvent, requireOwnEvent } from '../access';
import type { Flow } from '../../shared/schemas/flow';
import { parse } from '../../http/input';
import { AcknowledgementSchema, PollSchema } from '../../shared/protocol/up';
import type { Alert } from '../../shared/schemas/alert';
import type { PollAnswer } from '../../shared/protocol/down';
import { readPoll } from '../../shared/protocol/poll';

/** Returns the devices that count or have counted on this business day, for the event's admin only. */
export async function listDevices(ctx: ServiceContext, eventId: string): Promise<Device[]> {
  const { roomContext } = await requireOwnEvent(ctx, eventId);
  return valueOrThrow(await callRoom(ctx, 'list devices', () => ctx.room(roomContext).listDevices(roomContext)));
}

/** Returns the people who went in and out in the last minutes. Only the event's admin is allowed to do this. */
export async function readFlow(ctx: ServiceContext, eventId: string): Promise<Flow> {
  const { roomContext } = await requireOwnEvent(ctx, eventId);
  return valueOrThrow(await callRoom(ctx, 'read flow', () => ctx.room(roomContext).readFlow(roomContext)));
}

/** Acknowledges an alert and returns the open alerts. Everyone who is allowed to count at the event can do this. */
export async function acknowledgeAlert(
  ctx: ServiceContext,
  eventId: string,
  alertId: string,
  body: unknown,
): Promise<Alert[]> {
  const { roomContext, principal } = await requireEvent(ctx, eventId);
  const { clientId = null } = parse(AcknowledgementSchema, body);
  const room = ctx.room(roomContext);
  return valueOrThrow(
    await callRoom(ctx, 'acknowledge alert', () => room.acknowledgeAlert(roomContext, alertId, principal, clientId)),
  );
}

/** Handles a polling call (docs/product.md, R5): counts the taps, then returns ack and sync. */
export async function pollEvent(ctx: ServiceContext, eventId: string, body: unknown): Promise<PollAnswer> {
  const { roomContext, principal, sessionId } = await requireEvent(ctx, eventId);
  const poll = readPoll(parse(PollSchema, body));
  return valueOrThrow(
    await callRoom(ctx, 'poll', () => ctx.room(roomContext).poll(roomContext, principal, poll, sessionId)),
  );
}
