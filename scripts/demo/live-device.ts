import { setTimeout as sleep } from 'node:timers/promises';
import { memoryStore, nodeEffects } from '../../test/support/node-effects';
import { TestDevice } from '../../test/support/test-device';
import { Api } from './api';
import { logInAsOrganizer } from './organizer';
import type { Demo } from './demo';
import type { LiveTap } from './live-crowd';
import { doorOf } from './seat';

const RETRY_AFTER_MS = 2_000;

export interface LiveDeviceOptions {
  url: string;
  demo: Demo;
  /** The device's index in DEVICES. */
  device: number;
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

  tap({ area, change, to }: LiveTap): void {
    const [areaId = '', toId] = [area, to].map((each) => this.options.demo.areaIds[each ?? -1]);
    this.device?.tap(areaId, change, toId);
  }

  /** The areas as this device shows them, by id. The map is empty until the room has sent them. */
  get areas(): ReadonlyMap<string, { occupancy: number; capacity: number }> {
    const areas = this.device?.channel.snapshot.areas ?? [];
    return new Map(
      areas.map(({ areaId, currentOccupancy, capacity }) => [areaId, { occupancy: currentOccupancy, capacity }]),
    );
  }

  close(): void {
    this.isClosed = true;
    this.device?.channel.close();
  }

  private async enter(): Promise<void> {
    const { url, demo, device, onGone } = this.options;
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
      device: { ...doorOf(device), doors: [] },
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
