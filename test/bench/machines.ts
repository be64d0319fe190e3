import { setTimeout as sleep } from 'node:timers/promises';
import { SOURCE_ITEMS_MAX } from '../../src/rpc/limits';
import type { Source, SourceItem } from '../../src/rpc/source-batch';
import { percentile } from '../support/figures';
import type { SourceLine } from '../support/source-sender';
import type { Percentiles } from './figures';

/** Each machine sends one batch in this time. */
const EVERY_MS = 1_000;
/** People who pass a machine between two batches. */
const INS = 2;
const OUTS = 1;
/** Items of a hostile batch: as many as a batch may have, each with a key, which is a row of its own. */
const HOSTILE_ITEMS = SOURCE_ITEMS_MAX;

/**
 * Machines that count while a benchmark runs. Honest ones wait as they are told: every second one sends deltas with a seq, the
 * others totals. Hostile ones have used up their allowances, and send full batches at the same pace all the same.
 */
export class Machines {
  /** The people who passed all machines. */
  readonly passed = { ins: 0, outs: 0 };
  /** How often each machine has sent. */
  private readonly sent: number[];
  private answerMs: number[] = [];
  private refused = 0;
  private running: Promise<unknown> = Promise.resolve();
  private isOver = false;

  constructor(
    private readonly line: SourceLine,
    private readonly areaIds: readonly string[],
    count: number,
    private readonly areHostile: boolean,
  ) {
    this.sent = Array.from({ length: count }, () => 0);
  }

  /** Adds the machines to the event: honest ones with their first totals, which count nobody. */
  async add(): Promise<void> {
    const machines = [...this.sent.keys()];
    if (this.areHostile) await Promise.all(machines.map((machine) => this.useUp(machine)));
    else for (const machine of machines) if (isCamera(machine)) await this.send(machine, totalsAfter(0));
  }

  /** Lets all machines send from now on, spread over the time between two batches of one machine. */
  start(): void {
    const startedAt = performance.now();
    this.running = Promise.all(
      [...this.sent.keys()].map((machine) => this.work(machine, startedAt + (machine / this.sent.length) * EVERY_MS)),
    );
  }

  /** What happened since the last call: answers, the time until them in ms, and how many told a machine to wait. */
  read(): { batches: number; refused: number; answer: Percentiles } {
    const { answerMs: ms, refused } = this;
    [this.answerMs, this.refused] = [[], 0];
    return { batches: ms.length, refused, answer: { p50: percentile(ms, 50), p99: percentile(ms, 99) } };
  }

  /** Ends after the batches that are under way. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async work(machine: number, firstAt: number): Promise<void> {
    for (let dueAt = firstAt; !this.isOver; dueAt += EVERY_MS) {
      await sleep(Math.max(0, dueAt - performance.now()));
      if (this.isOver) return;
      const sentAt = performance.now();
      if (this.areHostile) await this.attack(machine);
      else await this.count(machine);
      this.answerMs.push(performance.now() - sentAt);
    }
  }

  private async count(machine: number): Promise<void> {
    const n = this.nextOf(machine);
    await this.send(machine, isCamera(machine) ? totalsAfter(n) : { seq: n, in: INS, out: OUTS });
    this.passed.ins += INS;
    this.passed.outs += OUTS;
  }

  /** Returns whether the batch was taken. */
  private async attack(machine: number): Promise<boolean> {
    const n = this.nextOf(machine);
    const items = Array.from({ length: HOSTILE_ITEMS }, (_, item) => ({ key: `${n}-${item}`, in: 1 }));
    const answer = await this.line.sendOnce(this.sourceOf(machine), items);
    if (answer === null) this.refused += 1;
    else this.passed.ins += HOSTILE_ITEMS;
    return answer !== null;
  }

  private async useUp(machine: number): Promise<void> {
    while (await this.attack(machine));
  }

  private nextOf(machine: number): number {
    const n = (this.sent[machine] ?? 0) + 1;
    this.sent[machine] = n;
    return n;
  }

  private sourceOf(machine: number): Source {
    const areaId = this.areaIds[machine % this.areaIds.length];
    const kind = isCamera(machine) ? 'camera' : 'turnstile';
    return { sourceId: `${kind}-${machine}`, kind, areaId };
  }

  private async send(machine: number, item: SourceItem): Promise<void> {
    await this.line.send(this.sourceOf(machine), [item]);
  }
}

const isCamera = (machine: number): boolean => machine % 2 === 1;
const totalsAfter = (batches: number): SourceItem => ({
  inTotal: batches * INS,
  outTotal: batches * OUTS,
  at: Date.now(),
});
