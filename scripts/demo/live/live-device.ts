import { setTimeout as sleep } from 'node:timers/promises';
import { memoryStore, nodeEffects } from '../../../test/support/node-effects';
import type { RoomSnapshot } from '../../../web/src/realtime/view/snapshot';
import { TestDevice } from '../../../test/support/test-device';
import { Api } from '../../../test/support/api';
import { logInAsOrganizer } from '../organizer';
import type { Demo } from '../demo';
import type { Door } from '../shows/show';

const RETRY_AFTER_MS = 2_000;

export interface LiveDeviceOptions {
  url: string;
  demo: Demo;
  door: Door;
  /** Called when the event can no longer be entered, because the event or its account was deleted. */
  onGone: () => void;
}

/** A device that counts while the demo runs, as the web does. It logs in again when its session has ended. */
export class LiveDevice {
  private readonly options: LiveDeviceOptions;
  private device: TestDevice | null = null;
  private isClosed = false;

  constructor(options: LiveDeviceOptions) {
    this.options = options;
  }

  /** Logs in and opens the event. Tries again until the device is connected or closed, or the event is gone. */
  async open(): Promise<void> {
    this.device?.channel.close();
    this.device = null;
    while (!this.isClosed && this.device === null) {
      await this.enter().catch(() => sleep(RETRY_AFTER_MS));
    }
  }

  tap(areaId: string, change: number, to?: string): void {
    this.device?.tap(areaId, change, to);
  }

  /** What this device shows; undefined while it is not logged in. */
  get room(): RoomSnapshot | undefined {
    return this.device?.channel.snapshot;
  }

  close(): void {
    this.isClosed = true;
    this.device?.channel.close();
  }

  private async enter(): Promise<void> {
    const { url, demo, door, onGone } = this.options;
    const cookie = await logInAsStaff(url, demo);
    if (cookie === null) {
      this.close();
      return onGone();
    }
    const { eventId } = demo;
    const effects = nodeEffects({
      principal: `code:${eventId}`,
      base: new URL(url),
      headers: { cookie },
      random: Math.random,
      device: { ...door, doors: [] },
      store: memoryStore,
    });
    this.device = new TestDevice({ effects, principal: `code:${eventId}`, eventId, ended: () => void this.open() });
  }
}

/** Logs in with the event's present access code and returns the cookie; null if the event no longer exists. */
async function logInAsStaff(url: string, demo: Demo): Promise<string | null> {
  const event = (await logInAsOrganizer(url, demo))?.event;
  if (event === undefined) return null;
  const staff = new Api(url);
  return (await staff.logIn(event.accessCode, null)) ? staff.cookie : null;
}
