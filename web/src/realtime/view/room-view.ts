import type { Sync } from '../../../../src/shared/protocol/down';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area, AreaList } from '../../../../src/shared/schemas/area';
import type { LastKnown } from '../../session/last-known';
import type { Failure } from '../effects';
import type { QueuedTap } from '../outbox/outbox';
import {
  emptyRoom,
  heldAreas,
  reduceRoom,
  rememberedRoom,
  type RoomAction,
  type RoomState,
  type ShownArea,
  shownAreas,
} from './reducer';
import { NO_ALERTS, type RoomSnapshot } from './snapshot';
import type { AreaNames } from '../outbox/uncounted-taps';

/** What a room's channel knows of the room, and how old that is. */
export class RoomView {
  readonly #now: () => number;
  readonly #changed: (by?: RoomAction['type']) => void;
  readonly #areaNames = new Map<string, string>();
  #state: RoomState = emptyRoom;
  #shown: RoomSnapshot['areas'] = null;
  #alerts = NO_ALERTS;
  #syncedAt: number | null = null;
  #remembered = false;
  #loadFailure: Failure | null = null;

  /**
   * @param now epoch ms
   * @param changed called after each change except of {@link heardLastAt}
   * @param lastKnown of an earlier visit, shown as such until the room has answered
   */
  constructor(now: () => number, changed: (by?: RoomAction['type']) => void, lastKnown: LastKnown | null) {
    this.#now = now;
    this.#changed = changed;
    // An empty list is not shown before the room has confirmed it.
    if (!lastKnown || lastKnown.areas.length === 0) return;
    this.#state = rememberedRoom(lastKnown.areas);
    this.#alerts = lastKnown.alerts ?? NO_ALERTS;
    this.#syncedAt = lastKnown.syncedAt;
    this.#remembered = true;
    this.#remember(lastKnown.areas);
  }

  get state(): RoomState {
    return this.#state;
  }

  get areaNames(): AreaNames {
    return this.#areaNames;
  }

  /** Whether all areas are there, and come from the room. */
  get isComplete(): boolean {
    return this.#state.areas !== null && !this.#remembered;
  }

  get facts(): Pick<
    RoomSnapshot,
    'areas' | 'alerts' | 'loadFailed' | 'countingAllowed' | 'subscriptionStatus' | 'syncedAt' | 'remembered'
  > {
    this.#shown = keepSameAreas(this.#shown, shownAreas(this.#state));
    return {
      areas: this.#shown,
      alerts: this.#alerts,
      loadFailed: this.#loadFailure !== null && (this.#state.areas === null || this.#isRememberedInVain),
      countingAllowed: this.#state.countingAllowed,
      subscriptionStatus: this.#state.subscriptionStatus,
      syncedAt: this.#syncedAt,
      remembered: this.#remembered,
    };
  }

  /**
   * For a later visit without a network; null while there is nothing new to keep. `heardAt` is the time of the
   * connection's last message, epoch ms.
   */
  lastKnown(heardAt: number | null): LastKnown | null {
    const areas = heldAreas(this.#state);
    if (this.#remembered || !areas || this.#syncedAt === null) return null;
    const alerts = this.#alerts.length > 0 ? { alerts: this.#alerts } : {};
    return { areas, syncedAt: heardAt ?? this.#syncedAt, ...alerts };
  }

  apply(action: RoomAction): void {
    this.#state = reduceRoom(this.#state, action);
    this.#changed(action.type);
  }

  /** `taps` are own ones up to its lastSeq. */
  synced(taps: readonly QueuedTap[], sync: Sync): void {
    this.#loadFailure = null;
    this.#heardAll();
    this.#remember(sync.areas);
    this.#keepAlerts(sync.alerts ?? NO_ALERTS);
    this.apply({ type: 'synced', taps, sync });
  }

  /** Replaces the alerts that are shown. `alerts` are all open alerts. */
  showAlerts(alerts: readonly Alert[]): void {
    this.#keepAlerts(alerts);
    this.#changed();
  }

  /**
   * A call's answer, which may come later than the room's next message: it only changes the alert that it is about. An
   * acknowledged alert stays so, and one that is over (`seen` undefined) does not come back.
   */
  acknowledged(alertId: string, seen: Alert | undefined): void {
    this.showAlerts(this.#alerts.flatMap((alert) => (alert.alertId === alertId ? (seen ?? []) : alert)));
  }

  /** It says nothing about the lock when newer news about it may exist. */
  listed({ areas, alerts, countingAllowed, subscriptionStatus = null }: AreaList): void {
    this.#loadFailure = null;
    // Areas with unsent taps keep the held numbers: while these are an earlier visit's, all areas count as old.
    if (!this.#remembered || this.#state.own.size === 0) this.#heardAll();
    this.#remember(areas);
    // A room of an earlier version says nothing about them.
    if (alerts) this.#keepAlerts(alerts);
    const lock = countingAllowed === undefined ? {} : { lock: { countingAllowed, subscriptionStatus } };
    this.apply({ type: 'listed', areas, ...lock });
  }

  listFailed(failure: Failure): void {
    this.#loadFailure = failure;
    this.#changed();
  }

  /** The connection went silent: until then the numbers were right. Epoch ms. */
  heardLastAt(at: number | null): void {
    this.#syncedAt = at;
  }

  /** The server has answered, but not with the areas: this is shown beside those of an earlier visit. */
  get #isRememberedInVain(): boolean {
    return this.#remembered && this.#loadFailure !== 'unanswered';
  }

  #keepAlerts(alerts: readonly Alert[]): void {
    if (JSON.stringify(alerts) !== JSON.stringify(this.#alerts)) this.#alerts = alerts;
  }

  #heardAll(): void {
    // A held-back value may still be an earlier visit's: after the answer that it waits for, everything is read again.
    if (this.#remembered && this.#state.inDoubt.size > 0) return;
    this.#syncedAt = this.#now();
    this.#remembered = false;
  }

  #remember(areas: readonly Area[]): void {
    for (const { areaId, areaName } of areas) this.#areaNames.set(areaId, areaName);
  }
}

const isSame = (a: ShownArea, b: ShownArea): boolean =>
  a.version === b.version &&
  a.currentOccupancy === b.currentOccupancy &&
  a.totalEntries === b.totalEntries &&
  a.totalExits === b.totalExits &&
  a.lastUpdatedAt === b.lastUpdatedAt &&
  a.areaName === b.areaName &&
  a.capacity === b.capacity &&
  a.unsentTaps === b.unsentTaps;
/**
 * `next`, with the objects of `previous` where they are equal: a card renders again only when its own area has changed,
 * whatever answer brought the list.
 */
function keepSameAreas(
  previous: readonly ShownArea[] | null,
  next: readonly ShownArea[] | null,
): readonly ShownArea[] | null {
  if (!previous || !next || previous === next) return next;
  const known = new Map(previous.map((area) => [area.areaId, area]));
  const kept = next.map((area) => {
    const own = known.get(area.areaId);
    return own && isSame(own, area) ? own : area;
  });
  const unchanged = kept.length === previous.length && kept.every((area, i) => area === previous[i]);
  return unchanged ? previous : kept;
}
