import { render } from '@testing-library/react';
import { vi } from 'vitest';
import type { Area } from '../../../src/shared/schemas/area';
import { AreaList } from '../../../web/src/features/areas/area-list';
import { MorePads } from '../../../web/src/features/areas/more-pads';
import { DOOR, EVENT } from './account';
import { area } from './areas';

/** A device as nobody has set it up. */
export const AS_NEW = {
  deviceName: null,
  direction: 'both',
  hand: 'right',
  doors: [],
  morePads: false,
  sound: true,
} as const;

/** A screen of a door's size, as far as the layout asks. */
export function makeDoorScreen(): void {
  const media = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('51.25rem') ? media : Object.assign(new EventTarget(), { matches: false }),
  );
}

export const BAR = area({ areaId: 'a2', areaName: 'Bar', currentOccupancy: 4 });

/** For a device that has logged in with an access code: an event with two areas. */
export const CODE_API = {
  'GET /api/auth/verify': [200, { success: true, user: DOOR }] as const,
  'GET /api/events/by-access-code/ABCD2346': [200, EVENT] as const,
  'GET /api/events/e1/areas': [200, { areas: [area({ currentOccupancy: 3 }), BAR] }] as const,
};

/** The cards of a list, with their pads for groups. */
export function showAreas(areas: readonly Area[], locked = false) {
  const onTap = vi.fn<(areaId: string, change: number) => void>();
  const noop = () => undefined;
  render(
    <AreaList areas={areas} loadFailed={false} locked={locked} live onTap={onTap} onRetry={noop} MorePads={MorePads} />,
  );
  return { onTap };
}
