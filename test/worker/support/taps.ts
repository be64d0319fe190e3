import { expect } from 'vitest';
import type { Client } from './client';
import { clientIdOf } from './room';

/** A tap that is made now, unless it says otherwise. */
type SentTap = Readonly<Record<string, string | number>>;

/**
 * Returns a function that counts by polling at this event, each time with the next seq of the client with that number,
 * and expects that the call is taken.
 */
export function tapper(device: Client, eventId: string) {
  const seqs = new Map<number, number>();
  return async (taps: readonly SentTap[], client = 1): Promise<void> => {
    const seq = seqs.get(client) ?? 1;
    seqs.set(client, seq + taps.length);
    const sentAt = Date.now();
    const body = { clientId: clientIdOf(client), seq, sentAt, taps: taps.map((one) => ({ at: sentAt, ...one })) };
    const answer = await device.post(`/api/events/${eventId}/occupancy?v=1`, body);
    expect(answer.status, answer.text).toBe(200);
  };
}
