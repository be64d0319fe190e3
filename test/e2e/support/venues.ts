import type { Page } from 'playwright-core';
import * as z from 'zod/mini';
import { call } from './steps';

export interface VenueShape {
  /** Areas above their capacity, each with an alert. */
  alerts: 0 | 1 | 2 | 3;
  areas: 1 | 12;
  /** How long the names of the event and of its first area are. */
  name: 'short' | 'long';
}

const MadeSchema = z.object({
  eventId: z.optional(z.string()),
  accessCode: z.optional(z.string()),
  areaId: z.optional(z.string()),
});

const CAPACITY = 500;
const LONG_EVENT = 'Harbor Lights Festival of the North and its Winter Market 2026';
const LONG_AREA = 'Riverside Garden behind the Second Gate';

interface Venue {
  accessCode: string;
  /** Raises the alert of its last area. */
  fillLast: () => Promise<void>;
}

/** An event of the page's account, made by calls; one area alone has one alert of its own, and the venue's. */
export async function openVenue(admin: Page, { alerts, areas, name }: VenueShape): Promise<Venue> {
  const send = async (method: 'POST' | 'PUT', path: string, data: object) =>
    z.parse(MadeSchema, await call(admin, method, path, data));
  const isLong = name === 'long';
  const { eventId = '', accessCode = '' } = await send('POST', '/api/events', {
    eventName: isLong ? LONG_EVENT : 'Harbor',
  });
  let lastId = '';
  const fill = (areaId: string, occupancy: number) =>
    send('PUT', `/api/areas/${areaId}/recount`, { occupancy, reason: 'A count by hand' });
  for (let i = 0; i < areas; i++) {
    const areaName = i === 0 && isLong ? LONG_AREA : `Gate ${i + 1}`;
    const { areaId = '' } = await send('POST', `/api/events/${eventId}/areas`, { areaName, capacity: CAPACITY });
    await fill(areaId, i < alerts ? CAPACITY + 10 : 20);
    lastId = areaId;
  }
  return { accessCode, fillLast: async () => void (await fill(lastId, CAPACITY + 10)) };
}
