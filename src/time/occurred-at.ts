import { TAP_AGE_MAX_MS } from '../shared/protocol/limits';

/**
 * Returns when a tap occurred by the room's clock. `tapAt` and `sentAt` are times of the device's clock, and only their
 * difference is trusted. All times are epoch ms.
 */
export function occurredAt(tapAt: number, sentAt: number, receivedAt: number): number {
  const byRoomClock = Math.round(tapAt + (receivedAt - sentAt));
  return Math.min(Math.max(byRoomClock, receivedAt - TAP_AGE_MAX_MS), receivedAt);
}
