import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import { type Fields, logError } from '../../observability/log';
import { DAYS_PER_DELIVERY, deliveryBackoffMs } from '../limits';
import type { ActiveDay, ActiveDays } from './active-days';
import type { Clock } from '../ports';

export interface ActiveDayDeliveryDeps {
  days: ActiveDays;
  now: Clock;
  /** Undefined in a room that does not know its event yet. */
  eventId(): string | undefined;
  /** Records the days in D1. Recording a day again changes nothing. */
  record(days: readonly ActiveDay[]): Promise<void>;
  /**
   * Requests a run of the billing job from the account's hub, even for a free day: this is how a hub learns of an
   * account that it has never heard of.
   */
  requestBilling(): Promise<void>;
  /** Makes the alarm ring no later than `at` (epoch ms). */
  wakeBy(at: number): void;
}

/** Delivers active days to D1, each at least once, and tries again until it succeeds (docs/product.md, B3). */
export class ActiveDayDelivery implements AlarmJob {
  readonly name = 'delivery';
  private delivering: Promise<void> | undefined;

  constructor(private readonly deps: ActiveDayDeliveryDeps) {}

  /** Delivers the days that are waiting; a failed delivery is tried again later. Never rejects. */
  async deliver(): Promise<void> {
    this.delivering ??= this.deliverAll()
      .catch((error: unknown) => logError('room.postpone', error, this.about()))
      .finally(() => {
        this.delivering = undefined;
      });
    await this.delivering;
  }

  dueAt(): number | undefined {
    return this.deps.days.delivery?.dueAt;
  }

  /** Delivers if a delivery is due; also waits for a delivery that is in progress. */
  async run(): Promise<void> {
    if (this.delivering !== undefined || (this.dueAt() ?? Infinity) <= this.deps.now()) await this.deliver();
  }

  /** Records the waiting days in D1 without a call to the hub; returns false if that failed. */
  async recordAll(): Promise<boolean> {
    try {
      await this.eachUndelivered((days) => this.deps.record(days));
      return true;
    } catch (error) {
      logError('room.days', error, this.about());
      return false;
    }
  }

  private async deliverAll(): Promise<void> {
    try {
      await this.eachUndelivered(async (days) => {
        await this.deps.record(days);
        await this.deps.requestBilling();
      });
    } catch (error) {
      logError('room.deliver', error, this.about());
      await this.postpone();
    }
  }

  private async eachUndelivered(send: (days: readonly ActiveDay[]) => Promise<void>): Promise<void> {
    const { days } = this.deps;
    for (let some = days.undelivered(DAYS_PER_DELIVERY); some.length > 0; some = days.undelivered(DAYS_PER_DELIVERY)) {
      await send(some);
      days.setDelivered(some);
    }
  }

  private about(): Fields {
    return { eventId: this.deps.eventId() };
  }

  private async postpone(): Promise<void> {
    const attempts = (this.deps.days.delivery?.attempts ?? 0) + 1;
    const dueAt = this.deps.now() + deliveryBackoffMs(attempts);
    this.deps.days.postpone({ dueAt, attempts });
    this.deps.wakeBy(dueAt);
  }
}
