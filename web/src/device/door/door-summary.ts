import { guestTexts } from '../../texts/guest-texts';
import type { Door } from './door-link';

/** A door in one line: “North gate · Main Stage · counts in”. */
export function doorSummary({ deviceName, areaId, areaName, direction }: Omit<Door, 'hand'>): string {
  const area = areaId === null ? guestTexts.door.allAreas : (areaName ?? guestTexts.door.oneArea);
  const counts = direction && guestTexts.door.counts[direction];
  return [deviceName, area, counts].filter((part) => part !== null).join(' · ');
}
