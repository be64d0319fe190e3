import { prometheusText } from '../../http/prometheus';
import type { ReviewAccess } from '../access/event';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import { metricsOf } from './gauges';

/** Returns the event's figures for Prometheus, in every mode: only those who run the event read them (docs/product.md, P4). */
export async function readMetrics(ctx: ServiceContext, { roomContext }: ReviewAccess): Promise<string> {
  const figures = valueOrThrow(
    await callRoom(ctx, 'read metrics', roomContext, (room) => room.readLiveFigures(roomContext)),
  );
  return prometheusText(metricsOf(roomContext.eventId, figures));
}
