import type { AlarmJob } from '../durable-object/alarm-scheduler';
import type { AnnouncedEvent } from '../rpc/alert-calls';
import type { Clock } from './ports';
import type { EventState, RoomState } from './state';

export interface AnnouncerDeps {
  now: Clock;
  /** Undefined in a room without an event or with a deleted event. */
  state(): RoomState | undefined;
  /** Makes the alarm ring no later than `at` (epoch ms). */
  wakeBy(at: number): void;
}

/**
 * Tells the account's hub what has happened in the room, and tries again until it succeeds. The hub can be told the same more than
 * once. It begins after the room has stored what happened, and no tap waits for it.
 */
export abstract class Announcer<Told, Deps extends AnnouncerDeps = AnnouncerDeps> implements AlarmJob {
  abstract readonly name: string;
  private announcing: Promise<void> | undefined;

  constructor(protected readonly deps: Deps) {}

  /** When the hub is told next (epoch ms); undefined when it knows everything. */
  protected abstract tellDueAt(): number | undefined;
  /** What the hub is told next; undefined when it knows everything. */
  protected abstract next(): Told | undefined;
  /** Tells the hub. Telling it again changes nothing. */
  protected abstract tell(told: Told, room: RoomState): Promise<void>;
  /** Marks what the hub knows now. What has changed since {@link next} still waits. */
  protected abstract done(told: Told): void;
  /** Postpones what the hub may not know, and returns when it is told again (epoch ms). */
  protected abstract failed(told: Told): number;
  protected abstract log(error: unknown, eventId: string): void;

  /** Never rejects: after a failure, the alarm tries again. */
  async announce(): Promise<void> {
    this.announcing ??= this.announceAll().finally(() => {
      this.announcing = undefined;
    });
    await this.announcing;
  }

  dueAt(): number | undefined {
    return this.deps.state() === undefined ? undefined : this.tellDueAt();
  }

  async run(): Promise<void> {
    if (this.announcing !== undefined || (this.dueAt() ?? Infinity) <= this.deps.now()) await this.announce();
  }

  private async announceAll(): Promise<void> {
    const { deps } = this;
    for (;;) {
      const room = deps.state();
      const told = room === undefined ? undefined : this.next();
      if (room === undefined || told === undefined) return;
      try {
        await this.tell(told, room);
        // The event may have been deleted during the call.
        if (deps.state() === undefined) return;
        this.done(told);
      } catch (error) {
        this.log(error, room.event.eventId);
        if (deps.state() !== undefined) deps.wakeBy(this.failed(told));
        return;
      }
    }
  }
}

/** Returns the event as the hub's messages name it. */
export const aboutEvent = ({ eventId, event }: EventState): AnnouncedEvent => ({ eventId, eventName: event.eventName });

interface Changing {
  raisedAt: number;
  acknowledgedAt: number | null;
  clearedAt: number | null;
}

/** Returns when an alert last changed, epoch ms. */
export const lastChangeOf = ({ raisedAt, acknowledgedAt, clearedAt }: Changing): number =>
  Math.max(raisedAt, acknowledgedAt ?? 0, clearedAt ?? 0);
