import type { AreaList } from '../../shared/schemas/area';
import type { Event } from '../../shared/schemas/event';
import type { LiveFigures } from '../../rpc/room/monitoring-calls';
import { ok, type Result } from '../../rpc/result';
import { usableCapacity, venueOccupancy, venueSettingsOf } from '../../shared/rules/venue-capacity';
import type { Device } from '../../shared/schemas/device';
import type { areaList } from '../sockets/frames';

type Shown = Pick<ReturnType<typeof areaList>, 'areas' | 'alerts' | 'event'>;

const onlineAmong = (devices: readonly Device[]): number => devices.filter(({ isOnline }) => isOnline).length;

/** Returns what monitoring reads: counts of what the lists have, and none of their names but those of areas. */
export function liveFigures({ areas, alerts, event }: Shown, listed: readonly Device[]): LiveFigures {
  const devices = listed.filter(({ source }) => source === undefined);
  const sources = listed.filter(({ source }) => source !== undefined);
  const refused = sources.filter(({ source }) => source?.trouble?.kind === 'refused').length;
  const taps = listed.flatMap(({ lastTapAt }) => (lastTapAt === null ? [] : Date.parse(lastTapAt)));
  return {
    eventName: event.eventName,
    areas: areas.map(({ areaId, areaName, currentOccupancy, capacity, totalEntries, totalExits }) => ({
      areaId,
      areaName,
      occupancy: currentOccupancy,
      capacity,
      ins: totalEntries,
      outs: totalExits,
    })),
    venue: { occupancy: venueOccupancy(areas), capacity: usableCapacity(venueSettingsOf(event)) },
    today: {
      ins: listed.reduce((sum, { ins }) => sum + ins, 0),
      outs: listed.reduce((sum, { outs }) => sum + outs, 0),
    },
    devices: { online: onlineAmong(devices), offline: devices.length - onlineAmong(devices) },
    sources: { online: onlineAmong(sources), silent: sources.length - onlineAmong(sources) - refused, refused },
    lastTapAt: taps.length === 0 ? null : taps.reduce((latest, at) => Math.max(latest, at)),
    alerts: {
      open: alerts.length,
      unacknowledged: alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null).length,
    },
  };
}

/**
 * Returns the room's figures at this moment.
 * @param known the event, if the list does not have it
 */
export function readLiveFigures(list: Result<AreaList>, listed: readonly Device[], known: Event): Result<LiveFigures> {
  if (!list.ok) return list;
  const { areas, alerts = [], event = known } = list.value;
  return ok(liveFigures({ areas, alerts, event }, listed));
}
