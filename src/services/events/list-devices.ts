import type { ServiceContext } from '../context';
import type { Device } from '../../shared/schemas/device';
import { callRoom, valueOrThrow } from '../call-room';
import { requireEvent, requireOwnEvent } from './visit';
import type { Flow } from '../../shared/schemas/flow';
import { parse } from '../../http/input';
import { AcknowledgementSchema } from '../../shared/protocol/up';
import type { Alert } from '../../shared/schemas/alert';

/** The devices that count or have counted on this business day. Owner only. */
export async function listDevices(ctx: ServiceContext, eventId: string): Promise<Device[]> {
  const { visit } = await requireOwnEvent(ctx, eventId);
  return valueOrThrow(await callRoom(ctx, 'list devices', () => ctx.room(visit).listDevices(visit)));
}

/** People in and out in the last minutes. Owner only. */
export async function readFlow(ctx: ServiceContext, eventId: string): Promise<Flow> {
  const { visit } = await requireOwnEvent(ctx, eventId);
  return valueOrThrow(await callRoom(ctx, 'read flow', () => ctx.room(visit).readFlow(visit)));
}

/** Acknowledges an alert; returns the open alerts. Open to everyone who may count. */
export async function acknowledgeAlert(
  ctx: ServiceContext,
  eventId: string,
  alertId: string,
  body: unknown,
): Promise<Alert[]> {
  const { visit, principal } = await requireEvent(ctx, eventId);
  const { clientId = null } = parse(AcknowledgementSchema, body);
  const room = ctx.room(visit);
  return valueOrThrow(
    await callRoom(ctx, 'acknowledge alert', () => room.acknowledgeAlert(visit, alertId, principal, clientId)),
  );
}
