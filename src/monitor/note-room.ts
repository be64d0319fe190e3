import { Recent } from '../concurrency/recent';
import type { RoomRef } from '../rpc/identity';
import type { Failure, MonitorApi } from '../rpc/monitor-api';
import { MINUTE_MS } from '../shared/durations';

/** The rooms of whose failure this isolate has told the monitor within the last minute. */
const noted = new Recent(1_000, MINUTE_MS);

/** Tells the monitor that a room has failed, at most once a minute. Rejects if the monitor cannot be reached. */
export async function noteRoom(
  monitor: Pick<MonitorApi, 'noteRoom'>,
  { eventId, jurisdiction }: RoomRef,
  failure: Failure,
  now: number,
): Promise<void> {
  if (noted.has(eventId, now)) return;
  noted.add(eventId, now);
  await monitor.noteRoom({ eventId, jurisdiction }, failure);
}
