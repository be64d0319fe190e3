import { signInTexts } from '../../texts/sign-in-texts';
import type { Door } from './door-link';

/** Describes a join link's settings in one line: “North gate · Main Stage · counts in”. */
export function doorSummary({ deviceName, areaId, areaName, direction }: Omit<Door, 'hand'>): string {
  const area = areaId === null ? signInTexts.door.allAreas : (areaName ?? signInTexts.door.oneArea);
  const counts = direction && signInTexts.door.counts[direction];
  return [deviceName, area, counts].filter((part) => part !== null).join(' · ');
}
