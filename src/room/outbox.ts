import { logError } from '../lib/log';
import { DAYS_PER_DELIVERY, deliveryBackoffMs } from './limits';
import type { MarkedDay, MarkedDays } from './marked-days';
import type { Clock } from './ports';

export interface OutboxDeps {
  days: MarkedDays;
  now: Clock;
  /** Puts the days on record in D1, those again that it has already. */
  record(days: readonly MarkedDay[]): Promise<void>;
  /** Says to whoever bills that there is something new, be it a free day: so an account that it never heard of comes up. */
  settle(): Promise<void>;
  /** Has the host call {@link Outbox.deliverDue} at that time, also after a restart. */
  wakeAt(at: number): Promise<void>;
}

/** Brings marked days out of the room: at least once each, for as long as it takes (design section 4). */
export class Outbox {
  private delivering: Promise<void> | undefined;

  constructor(private readonly deps: OutboxDeps) {}

  /** Delivers what is there now; what cannot be delivered is tried again later. Never rejects. */
  async deliver(): Promise<void> {
    this.delivering ??= this.deliverAll()
      .catch((error: unknown) => logError('room.postpone', error))
      .finally(() => {
        this.delivering = undefined;
      });
    await this.delivering;
  }

  /** Has itself woken for what an earlier run of the room left undelivered. */
  async resume(): Promise<void> {
    const { delivery } = this.deps.days;
    if (delivery !== undefined) await this.deps.wakeAt(delivery.dueAt);
  }

  /** As {@link deliver}, when its time has come; else sees to it that the host wakes it then. */
  async deliverDue(): Promise<void> {
    const { delivery } = this.deps.days;
    if (delivery === undefined) return;
    if (this.delivering === undefined && delivery.dueAt > this.deps.now()) await this.deps.wakeAt(delivery.dueAt);
    else await this.deliver();
  }

  /** Puts on record what is not yet, without a word to whoever bills; false when it could not be done. */
  async recordAll(): Promise<boolean> {
    try {
      await this.eachUndelivered((days) => this.deps.record(days));
      return true;
    } catch (error) {
      logError('room.days', error);
      return false;
    }
  }

  private async deliverAll(): Promise<void> {
    try {
      await this.eachUndelivered(async (days) => {
        await this.deps.record(days);
        await this.deps.settle();
      });
    } catch (error) {
      logError('room.deliver', error);
      await this.postpone();
    }
  }

  private async eachUndelivered(send: (days: readonly MarkedDay[]) => Promise<void>): Promise<void> {
    const { days } = this.deps;
    for (let some = days.undelivered(DAYS_PER_DELIVERY); some.length > 0; some = days.undelivered(DAYS_PER_DELIVERY)) {
      await send(some);
      days.setDelivered(some);
    }
  }

  private async postpone(): Promise<void> {
    const attempts = (this.deps.days.delivery?.attempts ?? 0) + 1;
    const dueAt = this.deps.now() + deliveryBackoffMs(attempts);
    this.deps.days.postpone({ dueAt, attempts });
    await this.deps.wakeAt(dueAt);
  }
}
