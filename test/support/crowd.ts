import { setTimeout as sleep } from 'node:timers/promises';
import { countedAreas, fillAreas } from './counts.ts';
import type { Venue } from './venue.ts';
import { numbersOf, type WebDevice } from './web-device.ts';

/** A venue's first areas are everybody's, and each of the others is one device's own. */
export const SHARED_AREAS = 3;
/** So many people that no out finds a shared area empty. */
const FILL = 1_000;

export interface Crowd {
  venue: Venue;
  devices: readonly WebDevice[];
}

export const sharedAreas = ({ areaIds }: Venue): readonly string[] => areaIds.slice(0, SHARED_AREAS);

export const ownArea = ({ areaIds }: Venue, device: number): string => areaIds[SHARED_AREAS + device] ?? '';

/** Puts people into the shared areas. */
export const fillShared = (url: URL, venue: Venue): Promise<void> => fillAreas(url, venue, sharedAreas(venue), FILL);

const counted = async (url: URL, venue: Venue): Promise<string> =>
  numbersOf([...(await countedAreas(url, venue)).values()]);

/** Resolves to how long it took until nothing waits and every device shows the server's numbers, ms; null when it never did. */
export async function settled(url: URL, { venue, devices }: Crowd, withinMs: number): Promise<number | null> {
  const from = performance.now();
  for (;;) {
    const numbers = await counted(url, venue);
    if (devices.every(({ shown, channel }) => channel.snapshot.unsentTaps === 0 && shown === numbers)) {
      return performance.now() - from;
    }
    if (performance.now() - from > withinMs) return null;
    await sleep(20);
  }
}

/** What is wrong once nobody taps any more; nothing when every tap is counted once. */
export async function wrongOf(url: URL, { venue, devices }: Crowd): Promise<string[]> {
  const wrong = devices.flatMap((device, i) => faultsOf(device, i));
  const tapped = numbersOf(
    venue.areaIds.map((areaId) => {
      const ins = devices.reduce((total, device) => total + device.doneTo(areaId).ins, 0);
      const outs = devices.reduce((total, device) => total + device.doneTo(areaId).outs, 0);
      const filled = sharedAreas(venue).includes(areaId) ? FILL : 0;
      return { areaId, totalEntries: filled + ins, totalExits: outs, currentOccupancy: filled + ins - outs };
    }),
  );
  const numbers = await counted(url, venue);
  if (numbers !== tapped) wrong.push(`Tapped:\n${tapped}\nCounted:\n${numbers}`);
  return wrong;
}

function faultsOf({ over, refused, channel }: WebDevice, number: number): string[] {
  const wrong: string[] = [];
  if (over !== null) wrong.push(`Device ${number} has ended: ${over}`);
  if (refused > 0) wrong.push(`Device ${number}: ${refused} taps refused`);
  const { unsentTaps } = channel.snapshot;
  if (unsentTaps > 0) wrong.push(`Device ${number}: ${unsentTaps} taps unsent`);
  return wrong;
}
