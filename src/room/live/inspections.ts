import type { AreaList } from '../../shared/schemas/area';
import type { RoomCore } from '../core/room-core';
import { isoTime } from '../../time/iso-time';
import type { Actor } from '../../rpc/identity';
import { ok, type Result } from '../../rpc/result';
import type { InspectionNote } from '../../reports/journal-kinds';
import type { LiveNumbers } from '../../shared/inspections/schemas';
import { allowedGuests, usableCapacity, venueOccupancy, venueSettingsOf } from '../../shared/rules/venue-capacity';
import type { areaList } from '../sockets/frames';
import type { EventState } from '../state/room-state';

type Shown = Pick<ReturnType<typeof areaList>, 'areas' | 'alerts' | 'event'>;

/**
 * The numbers that inspectors see. Fields are listed one by one, so that no field that is added to events, areas or
 * alerts is shown by accident.
 * @param now epoch ms
 */
export function liveNumbers({ areas, alerts, event }: Shown, { dayRules }: Pick<EventState, 'dayRules'>, now: number) {
  const settings = venueSettingsOf(event);
  const shown = areas.map(({ areaId, areaName, currentOccupancy, mayBeLowBy, lastUpdatedAt, ...area }) => ({
    areaId,
    areaName,
    occupancy: currentOccupancy,
    capacity: area.capacity,
    ...(area.limits !== undefined && { ownCapacity: area.ownCapacity ?? 0, limits: area.limits }),
    ...(mayBeLowBy !== undefined && { mayBeLowBy }),
    lastChangedAt: lastUpdatedAt,
  }));
  return {
    timeZone: (dayRules.at(-1) ?? dayRules[0]).timeZone,
    readAt: isoTime(now),
    // Times of this form sort as texts.
    lastChangedAt: shown.reduce<string | null>(
      (latest, { lastChangedAt: at }) => (at !== null && (latest === null || at > latest) ? at : latest),
      null,
    ),
    settings,
    venue: {
      occupancy: venueOccupancy(shown),
      capacity: allowedGuests(settings),
      warnsFrom: settings.safetyMarginPercent > 0 ? usableCapacity(settings) : null,
    },
    areas: shown,
    alerts: alerts.map(({ areaId, threshold, raisedAt, acknowledgedAt }) => ({
      areaId,
      threshold,
      raisedAt,
      acknowledgedAt,
    })),
  } satisfies LiveNumbers;
}

const NOT_FOUND: Result<never> = { ok: false, code: 'not_found' };

/** What a room does for inspectors. */
export class Inspections {
  constructor(
    private readonly core: RoomCore,
    private readonly room: { listAreas(): Result<AreaList> },
  ) {}

  /** Writes into the journal what happened to a link. */
  note({ kind, label }: InspectionNote, actor: Actor): Result<null> {
    const flushed = this.core.flushNow();
    if (flushed === undefined) return NOT_FOUND;
    this.core.store.addToJournal([{ actor, kind, after: label }], flushed.now, () => {});
    return ok(null);
  }

  /** Returns what inspectors see now. */
  read(): Result<LiveNumbers> {
    const flushed = this.core.flushNow();
    const list = this.room.listAreas();
    if (flushed === undefined || !list.ok) return NOT_FOUND;
    const { areas, alerts = [], event = flushed.event.event } = list.value;
    return ok(liveNumbers({ areas, alerts, event }, flushed.event, flushed.now));
  }
}
