import type { Follower, Signal } from '../core/room-core';
import type { AlarmJob, AlarmScheduler } from '../../durable-object/alarm-scheduler';
import type { AnnouncedCounts } from '../../rpc/event-news';
import type { Counts } from '../../rpc/webhook-bodies';
import { COUNTS_INTERVAL_MS } from '../../shared/notifications/limits';
import { usableCapacity, venueOccupancy, venueSettingsOf } from '../../shared/rules/venue-capacity';
import { isoTimeOrNull } from '../../time/iso-time';
import { deliveryBackoffMs } from '../limits';
import { COUNTS_CHECK_MS } from './limits';
import type { Clock } from '../ports';
import { liveAreas, type RoomState, shownToPublic } from '../state/room-state';

export interface CountsAnnouncerDeps {
  now: Clock;
  /** Undefined in a room without an event or with a deleted event. */
  state(): RoomState | undefined;
  /** Tells the account's hub; returns when to tell it again although nothing has changed (epoch ms), or null. */
  announce(ownerId: string, news: AnnouncedCounts): Promise<number | null>;
  alarms: Pick<AlarmScheduler, 'attempt' | 'isWaiting' | 'wakeBy' | 'wakeFor'>;
}

/**
 * Tells the account's hub the newest counts, at most once a second, while a webhook wants them; in all other rooms it does
 * nothing. It stores nothing: what the hub still has to be told is always the present counts (docs/decisions/0045). No tap
 * waits for it. In case the room stops before the hub knows the last counts, the alarm is set, at most once a minute, and a
 * room that has just started tells the hub once when its alarm rings.
 */
export class CountsAnnouncer implements AlarmJob, Follower {
  readonly name = 'counts';
  readonly logAs = 'room.counts';
  readonly postpone = deliveryBackoffMs;
  /** True if the hub may have old counts. */
  private isStale = true;
  /** When the alarm must ring for this job; undefined if it need not. */
  private alarmAt: number | undefined;
  private lastAnnouncedAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly deps: CountsAnnouncerDeps) {
    this.alarmAt = deps.now() + COUNTS_CHECK_MS;
  }

  private get isWanted(): boolean {
    return this.deps.state()?.event.wantsCounts === true;
  }

  signaled({ type }: Signal): void {
    if (type === 'shown') this.touch();
  }

  /** Called when the counts have changed, or what is told with them. */
  touch(): void {
    if (!this.isWanted) return;
    this.isStale = true;
    // The alarm may have been deleted while no webhook wanted the counts.
    if (this.deps.alarms.isWaiting(this)) return this.deps.alarms.wakeFor(this);
    this.ringBy(this.deps.now() + COUNTS_CHECK_MS);
    this.announceSoon();
  }

  dueAt(): number | undefined {
    return this.isWanted ? this.alarmAt : undefined;
  }

  async run(): Promise<void> {
    const state = this.deps.state();
    if (state?.event.wantsCounts !== true) return;
    if (!this.isStale && (this.alarmAt ?? Infinity) > this.deps.now()) return;
    this.isStale = false;
    this.lastAnnouncedAt = this.deps.now();
    try {
      this.announced(await this.deps.announce(state.event.ownerId, countsNews(state)));
    } catch (error) {
      this.isStale = true;
      this.alarmAt = this.deps.now();
      throw error;
    }
  }

  /** Starts a turn of the event loop of its own: what the taps caused comes first. */
  private announceSoon(): void {
    const waitMs = this.lastAnnouncedAt + COUNTS_INTERVAL_MS - this.deps.now();
    // If the clock moved backwards, the elapsed time is unknown.
    const delayMs = waitMs > COUNTS_INTERVAL_MS ? 0 : Math.max(0, waitMs);
    this.timer ??= setTimeout(() => {
      this.timer = null;
      if (!this.deps.alarms.isWaiting(this)) void this.deps.alarms.attempt(this);
    }, delayMs);
  }

  /** @param againAt when to tell the hub again although nothing has changed (epoch ms), or null */
  private announced(againAt: number | null): void {
    const now = this.deps.now();
    // A webhook that is merely slow is not worth an alarm.
    const isSoon = againAt !== null && againAt <= now + COUNTS_INTERVAL_MS;
    if (isSoon) this.isStale = true;
    this.alarmAt = undefined;
    if (againAt !== null && !isSoon) this.ringBy(againAt);
    else if (this.isStale) this.ringBy(now + COUNTS_CHECK_MS);
    if (this.isStale && this.isWanted) this.announceSoon();
  }

  /** The alarm that is set rings anyway, so that most calls set none. */
  private ringBy(at: number): void {
    this.alarmAt = Math.min(this.alarmAt ?? Infinity, at);
    this.deps.alarms.wakeBy(this.alarmAt);
  }
}

/** The room's counts as webhooks get them. */
function countsNews(state: RoomState): AnnouncedCounts {
  const { epoch, version, event } = state;
  const areas = liveAreas(state);
  const lastUpdatedAt = Math.max(0, ...areas.map((area) => area.lastUpdatedAt ?? 0));
  const about = { eventId: event.eventId, eventName: event.event.eventName, epoch, version };
  const shows = shownToPublic(state);
  if (shows !== 'numbers') {
    const counts = { ...about, shows, lastUpdatedAt: null, occupancy: null, capacity: null, areas: [] };
    const { evacuation, doubts } = state;
    // Each time that it asks for the staff is a message of its own: receivers know one by its mark (docs/decisions/0045).
    const since = Math.max(evacuation?.startedAt ?? 0, ...doubts.map(({ noticedAt }) => noticedAt));
    return { counts, mark: `${epoch}_${shows}_${since}_${event.revision}` };
  }
  const counts: Counts = {
    ...about,
    lastUpdatedAt: isoTimeOrNull(lastUpdatedAt === 0 ? null : lastUpdatedAt),
    occupancy: venueOccupancy(areas),
    capacity: usableCapacity(venueSettingsOf(event.event)),
    areas: areas.map(({ areaId, areaName, occupancy, capacity, ins, outs }) => ({
      areaId,
      areaName,
      occupancy,
      capacity,
      totalEntries: ins,
      totalExits: outs,
    })),
  };
  return { counts, mark: `${epoch}_${version}_${event.revision}` };
}
