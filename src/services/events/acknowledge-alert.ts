import { parse } from '../../http/input';
import type { ServiceContext } from '../context';
import { AcknowledgementSchema } from '../../shared/protocol/up';
import type { Alert } from '../../shared/schemas/alert';
import { callRoom, valueOrThrow } from '../call-room';
import { requireEvent } from './visit';

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
