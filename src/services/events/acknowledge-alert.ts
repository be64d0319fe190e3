import { parse } from '../../http/input';
import type { ServiceContext } from '../context';
import { AcknowledgementSchema } from '../../shared/protocol/up';
import type { Alert } from '../../shared/schemas/alert';
import { ask, unwrap } from '../notify';
import { visitEvent } from './visit';

/** Acknowledges an alert; returns the open alerts. Open to everyone who may count. */
export async function acknowledgeAlert(
  ctx: ServiceContext,
  eventId: string,
  alertId: string,
  body: unknown,
): Promise<Alert[]> {
  const { visit, principal } = await visitEvent(ctx, eventId);
  const { clientId = null } = parse(AcknowledgementSchema, body);
  const room = ctx.room(visit);
  return unwrap(await ask(ctx, 'acknowledge alert', () => room.acknowledgeAlert(visit, alertId, principal, clientId)));
}
