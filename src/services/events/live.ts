import type { ServiceContext } from '../context';
import type { Device } from '../../shared/schemas/device';
import { callRoom, valueOrThrow } from '../call-room';
import type { CountingAccess, EventAdminAccess } from '../access';
import type { Flow } from '../../shared/schemas/flow';
import { parse } from '../../http/input';
import { AcknowledgementSchema, PollSchema } from '../../shared/protocol/up';
import type { Alert } from '../../shared/schemas/alert';
import type { PollAnswer } from '../../shared/protocol/down';
import { readPoll } from '../../shared/protocol/poll';

/** Returns the devices that count or have counted on this business day. */
export async function listDevices(ctx: ServiceContext, { roomContext }: EventAdminAccess): Promise<Device[]> {
  return valueOrThrow(await callRoom(ctx, 'list devices', roomContext, (room) => room.listDevices(roomContext)));
}

/** Returns the people who went in and out in the last minutes. */
export async function readFlow(ctx: ServiceContext, { roomContext }: EventAdminAccess): Promise<Flow> {
  return valueOrThrow(await callRoom(ctx, 'read flow', roomContext, (room) => room.readFlow(roomContext)));
}

/** Acknowledges an alert and returns the open alerts. Everyone who is allowed to count at the event can do this. */
export async function acknowledgeAlert(
  ctx: ServiceContext,
  { roomContext, principal }: CountingAccess,
  alertId: string,
  body: unknown,
): Promise<Alert[]> {
  const { clientId = null } = parse(AcknowledgementSchema, body);
  return valueOrThrow(
    await callRoom(ctx, 'acknowledge alert', roomContext, (room) =>
      room.acknowledgeAlert(roomContext, alertId, principal, clientId),
    ),
  );
}

/** Handles a polling call (docs/product.md, R5): counts the taps, then returns ack and sync. */
export async function pollEvent(
  ctx: ServiceContext,
  { roomContext, principal, sessionId }: CountingAccess,
  body: unknown,
): Promise<PollAnswer> {
  const poll = readPoll(parse(PollSchema, body));
  return valueOrThrow(
    await callRoom(ctx, 'poll', roomContext, (room) => room.poll(roomContext, principal, poll, sessionId)),
  );
}
