import type { Outbox } from '../delivery-job';
import type { RowsOfKind, StoredAlert } from './alert-kinds';
import { retryMsOf } from './alert-rows';
import type { Meta } from './meta';

/** Key in the table `meta`: when the hub is told all open alerts again, epoch ms. */
const TELL_ALL_AT = 'tell_all_alerts_at';

/** Called when the room was restored: the hub may know of alerts that the room does not, or of their ends. */
export const tellAllAlertsFrom = (meta: Meta, at: number): void => meta.set(TELL_ALL_AT, String(at));

/** Alerts that the hub is told of, and whether they are all open ones. */
interface Announcement {
  alerts: readonly StoredAlert[];
  isAll: boolean;
}

/** Alerts of every kind of which the hub does not know the present state; after a restore all open alerts. */
export class AlertOutbox implements Outbox<Announcement> {
  constructor(
    private readonly meta: Meta,
    private readonly kinds: readonly RowsOfKind[],
  ) {}

  get dueAt(): number | undefined {
    const tellAllAt = this.meta.get(TELL_ALL_AT);
    if (tellAllAt !== undefined) return Number(tellAllAt);
    const dues = this.kinds.flatMap(({ dueAt }) => dueAt ?? []);
    return dues.length === 0 ? undefined : Math.min(...dues);
  }

  next(): Announcement | undefined {
    if (this.mustTellAll) return { alerts: this.open(), isAll: true };
    for (const kind of this.kinds) {
      const alerts = kind.next();
      if (alerts !== undefined) return { alerts, isAll: false };
    }
    return undefined;
  }

  done({ alerts, isAll }: Announcement): void {
    // The room can have been restored while the hub was told of some.
    if (isAll) this.meta.delete(TELL_ALL_AT);
    for (const kind of this.kinds) kind.done(alerts.filter(({ type }) => type === kind.type));
  }

  postpone(now: number): number {
    if (!this.mustTellAll) {
      const waiting = this.kinds.filter(({ dueAt }) => dueAt !== undefined);
      return Math.min(...waiting.map((kind) => kind.postpone(now)));
    }
    const waitMs = retryMsOf(this.open(), now);
    tellAllAlertsFrom(this.meta, now + waitMs);
    return waitMs;
  }

  private open(): StoredAlert[] {
    return this.kinds.flatMap((kind): readonly StoredAlert[] => kind.open());
  }

  private get mustTellAll(): boolean {
    return this.meta.get(TELL_ALL_AT) !== undefined;
  }
}
