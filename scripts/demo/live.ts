import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../test/support/random';
import type { Demo } from './demo';
import { CONTROL_DESK, DEVICES, STEP_FREE_GATE } from './festival';
import { livePauseMs, nextLiveTap } from './live-crowd';
import { LiveDevice } from './live-device';

/** The festival while the demo is open: taps at random doors, except at the door whose device is offline. */
export class LiveFestival {
  private readonly demo: Demo;
  private readonly random = seededRandom(Date.now());
  private readonly devices: ReadonlyMap<number, LiveDevice>;
  private readonly startedAt = Date.now();
  private isOver = false;

  constructor(url: string, demo: Demo, onGone: () => void) {
    this.demo = demo;
    const gone = () => {
      if (!this.isOver) onGone();
      this.isOver = true;
    };
    const staffed = [...DEVICES.keys()].filter((device) => device !== STEP_FREE_GATE);
    this.devices = new Map(staffed.map((device) => [device, new LiveDevice({ url, demo, device, onGone: gone })]));
  }

  /** Counts until `stop` is called or the event is gone. */
  async run(): Promise<void> {
    await Promise.all([...this.devices.values()].map((device) => device.open()));
    while (!this.isOver) {
      await sleep(livePauseMs(this.random));
      this.tap();
    }
  }

  stop(): void {
    this.isOver = true;
    for (const device of this.devices.values()) device.close();
  }

  private tap(): void {
    // All devices show the same counts, so one device is enough.
    const shown = this.devices.get(CONTROL_DESK)?.areas;
    const areas = this.demo.areaIds.map((areaId) => shown?.get(areaId));
    const next = nextLiveTap(this.random, areas, Date.now() - this.startedAt);
    if (!this.isOver && next !== null) this.devices.get(next.device)?.tap(next);
  }
}
