import { HOUR_MS } from '../../../../src/shared/durations';
import { CONNECT_TIMEOUT_MS } from '../../../../src/shared/protocol/limits';
import { AreaListSchema } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import { callApi } from '../../api/api-client';
import { eventPath } from './events-api';

/** Somebody counts at an event whose last tap is younger. */
const COUNTED_WITHIN_MS = 12 * HOUR_MS;
/** With more events, nobody is asked about all of them. */
const ASKED_MAX = 12;

/** Returns the id of the event that is counted now, and of several the one with the newest tap; null for none. */
export async function countedLast(events: readonly Event[]): Promise<string | null> {
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const asked = await Promise.allSettled(
    events.slice(-ASKED_MAX).map(async ({ eventId }) => {
      const { areas } = await callApi(`${eventPath(eventId)}/areas`, AreaListSchema, { signal });
      return { eventId, at: Math.max(0, ...areas.map(({ lastUpdatedAt }) => Date.parse(lastUpdatedAt ?? '') || 0)) };
    }),
  );
  // An event that cannot be read is left out.
  const found = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const newest = found.reduce((best, one) => (one.at > best.at ? one : best), { eventId: '', at: 0 });
  return newest.at > Date.now() - COUNTED_WITHIN_MS ? newest.eventId : null;
}
