import type { SourceItem } from '../../../src/rpc/source-batch';
import type { PlannedTap } from '../plan';
import { Counter, type MachinePlace } from './counter';

/** What a machine has counted waits this long for the next call, so that it takes fewer calls and is not late in reports. */
const SEND_EVERY_MS = 45_000;

export interface MachineSeatOptions extends MachinePlace {
  onAcked: (taps: readonly PlannedTap[]) => void;
}

/** A machine while the demo is filled: it collects what passes, and sends it when it is told to. */
export class MachineSeat {
  private readonly options: MachineSeatOptions;
  private readonly counter: Counter;
  private waiting: { tap: PlannedTap; item: SourceItem }[] = [];

  private constructor(options: MachineSeatOptions) {
    this.options = options;
    this.counter = new Counter(options);
  }

  /** Switches the machine on. @param at epoch ms */
  static async open(options: MachineSeatOptions, at: number): Promise<MachineSeat> {
    const seat = new MachineSeat(options);
    await seat.counter.begin(at);
    return seat;
  }

  /** When the machine has to send, epoch ms; Infinity if nobody has passed. */
  get dueAt(): number {
    const [first] = this.waiting;
    return first === undefined ? Infinity : first.tap.at + SEND_EVERY_MS;
  }

  count(taps: readonly PlannedTap[]): void {
    this.waiting.push(...taps.map((tap) => ({ tap, item: this.counter.count(tap) })));
  }

  /** Sends what has passed. Throws if the server refuses any of it. */
  async send(): Promise<void> {
    const sent = this.waiting;
    if (sent.length === 0) return;
    this.waiting = [];
    await this.counter.send(sent.map(({ item }) => item));
    this.options.onAcked(sent.map(({ tap }) => tap));
  }
}
