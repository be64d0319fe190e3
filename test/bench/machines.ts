import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceItem } from '../../src/rpc/source-batch';
import { percentile } from '../support/figures';
import type { SourceLine } from '../support/source-sender';
import type { Percentiles } from './figures';

/** Each machine sends one batch in this time. */
const EVERY_MS = 1_000;
/** People who pass a machine between two batches. */
const INS = 2;
const OUTS = 1;

/** Machines that count while a benchmark runs: every second one sends deltas with a seq, the others totals. */
export class Machines {
  /** How often each machine has sent what it counted. */
  private readonly sent: number[];
  private answerMs: number[] = [];
  private running: Promise<unknown> = Promise.resolve();
  private isOver = false;

  constructor(
    private readonly line: SourceLine,
    private readonly areaIds: readonly string[],
    count: number,
  ) {
    this.sent = Array.from({ length: count }, () => 0);
  }

  /** The people who passed all machines. */
  get passed(): { ins: number; outs: number } {
    const batches = this.sent.reduce((sum, own) => sum + own, 0);
    return { ins: batches * INS, outs: batches * OUTS };
  }

  /** Adds the machines to the event. First totals count nobody. */
  async add(): Promise<void> {
    for (const machine of this.sent.keys()) if (isCamera(machine)) await this.send(machine, totalsAfter(0));
  }

  /** Lets all machines send from now on, spread over the time between two batches of one machine. */
  start(): void {
    const startedAt = performance.now();
    this.running = Promise.all(
      [...this.sent.keys()].map((machine) => this.work(machine, startedAt + (machine / this.sent.length) * EVERY_MS)),
    );
  }

  /** What the machines reached since the last call: batches that were taken, and the time until their answers, ms. */
  read(): { batches: number; answer: Percentiles } {
    const ms = this.answerMs;
    this.answerMs = [];
    return { batches: ms.length, answer: { p50: percentile(ms, 50), p99: percentile(ms, 99) } };
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
      const n = (this.sent[machine] ?? 0) + 1;
      const item = isCamera(machine) ? totalsAfter(n) : { seq: n, in: INS, out: OUTS };
      const sentAt = performance.now();
      await this.send(machine, item);
      this.answerMs.push(performance.now() - sentAt);
      this.sent[machine] = n;
    }
  }

  private async send(machine: number, item: SourceItem): Promise<void> {
    const areaId = this.areaIds[machine % this.areaIds.length];
    const kind = isCamera(machine) ? 'camera' : 'turnstile';
    await this.line.send({ sourceId: `${kind}-${machine}`, kind, areaId }, [item]);
  }
}

const isCamera = (machine: number): boolean => machine % 2 === 1;
const totalsAfter = (batches: number): SourceItem => ({
  inTotal: batches * INS,
  outTotal: batches * OUTS,
  at: Date.now(),
});
