import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused, ItemRefused } from '../../../test/support/api';
import { Machine, type MachinePlace, type Passage } from '../machines/machine';

/** A source may send once in 5 s on average (docs/product.md, M10). */
const SEND_EVERY_MS = 5_000;

/** The key was revoked or has expired, or the event is gone. */
const isRefused = (failure: unknown): boolean =>
  failure instanceof CallRefused && [401, 403, 404].includes(failure.status);

/** A turnstile or a camera while the demo runs: it sends what has passed, and again if a call fails. */
export class LiveMachine {
  private readonly machine: Machine;
  private readonly wait: (ms: number) => Promise<unknown>;
  private isOn = false;
  private isOver = false;

  /** @param wait resolves after that many ms */
  constructor(place: MachinePlace, wait: (ms: number) => Promise<unknown> = sleep) {
    this.machine = new Machine(place);
    this.wait = wait;
  }

  /** Counts until it is stopped, or the server takes nothing from it any more. */
  async run(): Promise<void> {
    while (!this.isOver) {
      try {
        if (this.isOn) await this.machine.send(Date.now());
        else {
          await this.machine.begin(Date.now());
          this.isOn = true;
        }
      } catch (failure) {
        if (isRefused(failure)) this.stop();
        else if (failure instanceof ItemRefused) this.pause();
      }
      if (!this.isOver) await this.wait(SEND_EVERY_MS);
    }
  }

  /** Whether people can pass: nobody does where nobody counts. */
  get isCounting(): boolean {
    return this.isOn && !this.isOver;
  }

  pass(passage: Passage): void {
    this.machine.pass(passage);
  }

  /** How many people have left an area through this machine without the room's knowing it yet. */
  leftUnseen(area: number): number {
    return this.machine.waiting.reduce((sum, { passage }) => {
      const isLeaving = passage.change < 0 && passage.area === area;
      return sum + (isLeaving ? -passage.change : 0);
    }, 0);
  }

  stop(): void {
    this.isOver = true;
    this.machine.waiting = [];
  }

  /** Gives up what is refused, as while counting is locked. It begins again when the server takes its items. */
  private pause(): void {
    this.isOn = false;
    this.machine.waiting = [];
  }
}
