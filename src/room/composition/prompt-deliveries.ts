import type { AlarmJob, AlarmScheduler } from '../../durable-object/alarm-scheduler';
import type { Follower, Signal } from '../core/room-core';
import { deliveryBackoffMs } from '../limits';
import type { DeliveryJobs } from './delivery-jobs';

/** Tells those outside the room at once of what they wait for; what fails then, the alarm repeats. */
export class PromptDeliveries implements Follower {
  constructor(
    private readonly alarms: Pick<AlarmScheduler, 'arm' | 'attempt' | 'wakeBy'>,
    private readonly deliveries: DeliveryJobs,
  ) {}

  signaled({ type }: Signal): void {
    if (type === 'unannounced') this.soon(() => this.announce());
    if (type === 'days') this.soon(() => this.deliver());
  }

  /** Tells the hub of alerts and of what else has happened. Never rejects. */
  async announce(): Promise<void> {
    await this.deliverNow(this.deliveries.alerts, this.deliveries.news);
  }

  /** Delivers the active days. Never rejects. */
  async deliver(): Promise<void> {
    await this.deliverNow(this.deliveries.activeDays);
  }

  /** Records the waiting days in D1 without a call to the hub; returns false if that failed. */
  async recordAll(): Promise<boolean> {
    return await this.deliveries.recordAllDays();
  }

  /** Delivers after the acks, which are sent in this turn of the event loop. The alarm is set in case that fails. */
  private soon(work: () => Promise<void>): void {
    this.alarms.wakeBy(Date.now() + deliveryBackoffMs(1));
    queueMicrotask(() => void work());
  }

  private async deliverNow(...some: readonly (AlarmJob & { deliver(): Promise<void> })[]): Promise<void> {
    await Promise.all(some.map((one) => this.alarms.attempt(one, () => one.deliver())));
    await this.alarms.arm();
  }
}
