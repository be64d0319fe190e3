import { setTimeout as sleep } from 'node:timers/promises';
import { PING_INTERVAL_MS } from '../../src/shared/limits';
import type { DownFrame } from '../../src/shared/protocol/down';
import { seededRandom } from '../../test/support/random';
import type { Demo } from './demo';
import { CONTROL_DESK, DEVICES, STEP_FREE_GATE } from './festival';
import { livePauseMs, nextLiveTap } from './live-crowd';
import { LiveDevice } from './live-device';

/** The festival while it goes on: a tap now and then at any of its doors but the one whose device is offline. */
export class LiveFestival {
  private readonly demo: Demo;
  private readonly random = seededRandom(Date.now());
  private readonly areas = new Map<string, { occupancy: number; capacity: number }>();
  private readonly devices: ReadonlyMap<number, LiveDevice>;
  private readonly startedAt = Date.now();
  private isOver = false;
  /** Taps that were made. */
  taps = 0;

  constructor(url: string, demo: Demo, onGone: () => void) {
    this.demo = demo;
    const staffed = [...DEVICES.keys()].filter((device) => device !== STEP_FREE_GATE);
    this.devices = new Map(
      staffed.map((device) => [
        device,
        new LiveDevice({
          url,
          demo,
          device,
          onFrame: (frame) => this.receive(frame, device),
          onGone: () => {
            if (!this.isOver) onGone();
            this.isOver = true;
          },
        }),
      ]),
    );
  }

  /** Counts until it is stopped, or the event is gone. */
  async run(): Promise<void> {
    await this.each((device) => device.open());
    const pings = setInterval(() => void this.each(async (device) => device.ping()), PING_INTERVAL_MS);
    try {
      while (!this.isOver) {
        await sleep(livePauseMs(this.random));
        this.tap();
      }
    } finally {
      clearInterval(pings);
    }
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.each((device) => device.close());
  }

  private tap(): void {
    const areas = this.demo.areaIds.map((areaId) => this.areas.get(areaId));
    const next = nextLiveTap(this.random, areas, Date.now() - this.startedAt);
    if (this.isOver || next === null) return;
    this.devices.get(next.device)?.tap(next);
    this.taps += 1;
  }

  /** All devices hear the same; what is asked for again, one asks for. */
  private receive(frame: DownFrame, device: number): void {
    if (frame.type === 'sync') {
      this.areas.clear();
      for (const { areaId, currentOccupancy, capacity } of frame.areas) {
        this.areas.set(areaId, { occupancy: currentOccupancy, capacity });
      }
    }
    if (frame.type === 'occupancy_updated') {
      for (const { areaId, currentOccupancy } of frame.areas) {
        const area = this.areas.get(areaId);
        if (area !== undefined) area.occupancy = currentOccupancy;
      }
    }
    if (frame.type === 'areas_changed' && device === CONTROL_DESK) void this.devices.get(device)?.resync();
  }

  private async each(act: (device: LiveDevice) => Promise<void>): Promise<void> {
    await Promise.all([...this.devices.values()].map(act));
  }
}
