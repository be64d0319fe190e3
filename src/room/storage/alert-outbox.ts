import type { Outbox } from '../delivery-job';
import type { Meta } from './meta';
import { type AlertRows, type CrowdAlert, type MachineAlert, retryMsOf, type StoredAlert } from './alert-rows';

/** Key in the table `meta`: when the hub is told all open alerts again, epoch ms. */
const TELL_ALL_AT = 'tell_all_alerts_at';

/** Called when the room was restored: the hub may know of alerts that the room does not, or of their ends. */
export const tellAllAlertsFrom = (meta: Meta, at: number): void => meta.set(TELL_ALL_AT, String(at));

/** Alerts that the hub is told of, and whether they are all open ones. */
interface Announcement {
  alerts: readonly StoredAlert[];
  isAll: boolean;
}

/** Alerts about crowds of which the hub does not know the present state; after a restore all open alerts. */
export class AlertOutbox implements Outbox<Announcement> {
  constructor(
    private readonly meta: Meta,
    private readonly crowd: AlertRows<CrowdAlert>,
    private readonly machines: AlertRows<MachineAlert>,
  ) {}

  get dueAt(): number | undefined {
    const tellAllAt = this.meta.get(TELL_ALL_AT);
    return tellAllAt === undefined ? this.crowd.dueAt : Number(tellAllAt);
  }

  next(): Announcement | undefined {
    if (this.mustTellAll) return { alerts: [...this.crowd.open(), ...this.machines.open()], isAll: true };
    const alerts = this.crowd.next();
    return alerts && { alerts, isAll: false };
  }

  done({ alerts, isAll }: Announcement): void {
    // The room can have been restored while the hub was told of some.
    if (isAll) this.meta.delete(TELL_ALL_AT);
    this.crowd.done(alerts.filter((alert) => alert.type === 'crowd'));
  }

  postpone(now: number): number {
    if (!this.mustTellAll) return this.crowd.postpone(now);
    const waitMs = retryMsOf(this.crowd.open(), now);
    tellAllAlertsFrom(this.meta, now + waitMs);
    return waitMs;
  }

  private get mustTellAll(): boolean {
    return this.meta.get(TELL_ALL_AT) !== undefined;
  }
}
