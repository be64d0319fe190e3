import type { AlarmJob } from '../durable-object/alarm-scheduler';
import type { Clock } from './ports';

/** What is stored and waits until somebody outside the room knows it. */
export interface Outbox<Waiting> {
  /** When it is delivered, epoch ms; undefined if nothing waits. */
  readonly dueAt: number | undefined;
  /** What is delivered next; undefined if nothing waits. */
  next(): Waiting | undefined;
  /** Marks what was delivered. What has changed since {@link next} still waits. */
  done(delivered: Waiting): void;
  /**
   * Called after a failure; returns for how many ms all of it waits.
   * @param failures how many there were in a row, as far as this instance of the room remembers
   */
  postpone(now: number, failures: number): number;
}

export interface DeliveryJobDeps<Waiting, Room> extends Pick<AlarmJob, 'overdueDelayMs'> {
  name: string;
  logAs: string;
  outbox: Outbox<Waiting>;
  now: Clock;
  /** Undefined while nothing is to be delivered, for example because the event was deleted. */
  room(): Room | undefined;
  /** Delivering it again changes nothing. */
  send: (waiting: Waiting, room: Room) => Promise<void>;
}

/**
 * Tells somebody outside the room of all that waits in an outbox, each thing at least once. It begins after the room has
 * stored what happened, and no tap waits for it.
 */
export class DeliveryJob<Waiting, Room> implements AlarmJob {
  readonly name: string;
  readonly logAs: string;
  readonly overdueDelayMs: number;

  constructor(private readonly deps: DeliveryJobDeps<Waiting, Room>) {
    this.name = deps.name;
    this.logAs = deps.logAs;
    this.overdueDelayMs = deps.overdueDelayMs ?? 0;
  }

  dueAt(): number | undefined {
    return this.deps.room() === undefined ? undefined : this.deps.outbox.dueAt;
  }

  async run(): Promise<void> {
    if ((this.dueAt() ?? Infinity) <= this.deps.now()) await this.deliver();
  }

  postpone(failures: number): number {
    return this.deps.outbox.postpone(this.deps.now(), failures);
  }

  /** Delivers all that waits, also before it is due. */
  async deliver(send: DeliveryJobDeps<Waiting, Room>['send'] = this.deps.send): Promise<void> {
    const { outbox } = this.deps;
    for (;;) {
      const room = this.deps.room();
      const waiting = room && outbox.next();
      if (room === undefined || waiting === undefined) return;
      await send(waiting, room);
      // The event may have been deleted meanwhile.
      if (this.deps.room() === undefined) return;
      outbox.done(waiting);
    }
  }
}
