import { setTimeout as sleep } from 'node:timers/promises';
import type { Latencies } from '../load/latencies.ts';
import { countedAreas } from '../support/counts.ts';
import { Device } from '../support/socket-device.ts';
import type { Target } from './target.ts';

const TAP_EVERY_MS = 50;
const ACK_WITHIN_MS = 20_000;

/** A device that does no more than count, on an area of its own. */
export class Innocent {
  taps = 0;
  private acknowledged = 0;
  private readonly sentAt = new Map<number, number>();
  private latencies: Latencies | null = null;
  private readonly device: Device;
  private readonly target: Target;

  private constructor(device: Device, target: Target) {
    this.device = device;
    this.target = target;
    device.onText = (text) => {
      if (text.startsWith('{"type":"ack"')) this.acked(Number(/"seq":(\d+)/.exec(text)?.[1]));
    };
  }

  static async join(target: Target, headers: Record<string, string>): Promise<Innocent> {
    return new Innocent(await Device.join('room', { ...target, headers }, 1), target);
  }

  /** One tap after the other, whatever the acks do; `latencies` gets the time from each to its ack. */
  async countFor(seconds: number, latencies: Latencies): Promise<void> {
    this.latencies = latencies;
    const until = performance.now() + seconds * 1_000;
    while (performance.now() < until && this.device.closed === null) {
      this.sentAt.set(this.device.tap(this.target.ownAreaId, 1), performance.now());
      this.taps += 1;
      await sleep(TAP_EVERY_MS);
    }
    const deadline = performance.now() + ACK_WITHIN_MS;
    while (this.acknowledged < this.taps && performance.now() < deadline && this.device.closed === null)
      await sleep(10);
  }

  async wrongOf(url: URL): Promise<string[]> {
    const { taps, acknowledged, device } = this;
    const own = (await countedAreas(url, this.target)).get(this.target.ownAreaId);
    return [
      ...(acknowledged < taps
        ? [`${taps - acknowledged} of the innocent device's ${taps} taps were not acknowledged`]
        : []),
      ...(own?.totalEntries === taps
        ? []
        : [`${own?.totalEntries} of the innocent device's ${taps} taps were counted`]),
      ...(device.closed === null ? [] : [`The innocent device's socket was closed with ${device.closed.code}`]),
    ];
  }

  leave(): void {
    this.device.socket.terminate();
  }

  private acked(seq: number): void {
    const now = performance.now();
    for (let acked = this.acknowledged + 1; acked <= seq; acked += 1) {
      this.latencies?.record(now - (this.sentAt.get(acked) ?? now));
      this.sentAt.delete(acked);
    }
    this.acknowledged = Math.max(this.acknowledged, seq);
  }
}
