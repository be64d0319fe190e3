import { setTimeout as sleep } from 'node:timers/promises';
import type { DownFrame } from '../../src/shared/protocol/down';
import { Api } from './api';
import { logInAsOrganizer } from './organizer';
import type { Demo } from './demo';
import { DemoDevice, newClientId } from './device';
import type { LiveTap } from './live-crowd';
import type { PlannedTap } from './plan';

const RETRY_AFTER_MS = 2_000;

export interface LiveDeviceOptions {
  url: string;
  demo: Demo;
  device: number;
  onFrame: (frame: DownFrame) => void;
  /** The event cannot be entered any more: it or its account was deleted. */
  onGone: () => void;
}

/** A device that counts as long as the demo runs: it comes back when it was disconnected, and each tap counts once. */
export class LiveDevice {
  private readonly options: LiveDeviceOptions;
  private readonly clientId = newClientId();
  private device: DemoDevice | null = null;
  private nextSeq = 1;
  private unacked: PlannedTap[] = [];
  private isClosed = false;

  constructor(options: LiveDeviceOptions) {
    this.options = options;
  }

  /** Joins, and tries again until it is in, closed, or gone. */
  async open(): Promise<void> {
    while (!this.isClosed) {
      try {
        await this.join();
        return;
      } catch {
        await sleep(RETRY_AFTER_MS);
      }
    }
  }

  /** Kept until the room has it; sent at once when there is a connection. */
  tap(tap: LiveTap): void {
    const at = Date.now();
    const made = { ...tap, at, seq: this.nextSeq };
    this.nextSeq += 1;
    this.unacked.push(made);
    this.device?.send([made], at);
  }

  ping(): void {
    this.device?.ping();
  }

  async resync(): Promise<void> {
    await this.device?.resync().catch(() => {});
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.device?.leave();
  }

  private async join(): Promise<void> {
    const { url, demo, device, onFrame, onGone } = this.options;
    const cookie = await logInAsStaff(url, demo);
    if (cookie === null) {
      this.isClosed = true;
      onGone();
      return;
    }
    const { eventId, areaIds } = demo;
    const joined = await DemoDevice.join({
      url,
      cookie,
      eventId,
      areaIds,
      device,
      clientId: this.clientId,
      onFrame: (frame) => {
        if (frame.type === 'ack' || frame.type === 'sync') this.heard(frame.type === 'ack' ? frame.seq : frame.lastSeq);
        onFrame(frame);
      },
      onClose: () => {
        if (this.device === null) return;
        this.device = null;
        void this.open();
      },
    });
    this.device = joined.device;
    for (const tap of this.unacked) this.device.send([tap], Date.now());
  }

  private heard(seq: number): void {
    this.unacked = this.unacked.filter((tap) => tap.seq > seq);
  }
}

/** With the code that the event has now. Null when there is no such event any more. */
async function logInAsStaff(url: string, demo: Demo): Promise<string | null> {
  const event = (await logInAsOrganizer(url, demo))?.event;
  if (event === undefined) return null;
  const staff = new Api(url);
  return (await staff.logIn(event.accessCode, null)) ? staff.cookie : null;
}
