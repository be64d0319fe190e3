import type { GivenOrder } from '../../../../src/shared/orders/schemas';
import { deviceLabel } from '../devices/device-list';
import { formatLasted } from '../evacuation/format-lasted';

/** Formats how long a device has waited, on one line: '42 s', or '3:07' from a minute on. */
function formatWait(sinceMs: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - sinceMs) / 1_000));
  if (seconds < 60) return `${seconds}\u00A0s`;
  return formatLasted(0, seconds * 1_000);
}

/** Who has not confirmed an order. */
interface Waits {
  /** How many devices the order has reached: those that have confirmed it, and those online that have not. */
  readonly all: number;
  /** The devices online that have not confirmed it, in words: their names, and for how long. */
  readonly online: readonly string[];
  /** The names of the devices that have not confirmed it and are offline. */
  readonly offline: readonly string[];
}

/** @param now by the server's clock, epoch ms */
export function waitsOf({ confirmations, waiting }: GivenOrder, now: number): Waits {
  const online = waiting.filter(({ isOnline }) => isOnline);
  return {
    all: confirmations.length + online.length,
    online: online.map((device) => `${deviceLabel(device)}, ${formatWait(Date.parse(device.since), now)}`),
    offline: waiting.filter(({ isOnline }) => !isOnline).map(deviceLabel),
  };
}
