import { runInDurableObject } from 'cloudflare:test';
import { vi } from 'vitest';
import type { EventDefinition } from '../../../src/lib/contract';
import { ALERT_DWELL_MS } from '../../../src/room/limits';
import type { Alert } from '../../../src/shared/schemas/alert';
import type { VenueSettings } from '../../../src/shared/schemas/venue-settings';
import type { Device } from './device';
import { ADMIN, batch, clientIdOf, definition, EVENT_ID, joinRoom, knownRoom, roomStub, visitOf } from './room';

/** Helpers for alerts in a room where Bar takes 80 people and Main Stage 500. */

export const CODE = { principal: `code:${EVENT_ID}` as const, sessionId: 'session-2' };
export const VENUE: VenueSettings = {
  capacity: 120,
  staffAllowance: 20,
  safetyMarginPercent: 0,
  alertThresholds: [50, 75, 90, 100],
};

let revision = 1;
export const follow = async (changes: Partial<EventDefinition>) => {
  revision += 1;
  await roomStub().follow(definition({ revision, ...changes }), ADMIN);
};
export const withVenue = (venue: VenueSettings) => ({ event: { ...definition().event, venue } });

export const brief = (alerts: readonly Alert[]) =>
  Object.fromEntries(alerts.map(({ areaId, threshold }) => [areaId ?? 'venue', threshold]));

/** Sums up what the device has heard last. */
export const heard = (device: Device) => brief(device.all('alerts_changed').at(-1)?.alerts ?? []);

/** What a device that joins now is told. */
export async function open(): Promise<readonly Alert[]> {
  const { device, sync } = await joinRoom();
  device.socket.close();
  return sync.alerts ?? [];
}

/** Counts as a client that polls. */
let seq = 0;
export async function count(change: number, areaId = 'bar', to?: string): Promise<void> {
  seq += 1;
  const taps = [{ areaId, change, ...(to !== undefined && { to }), at: Date.now() }];
  const body = { ...batch(seq, []), taps, clientId: clientIdOf(99) };
  const polled = await roomStub().poll(visitOf(definition()), CODE.principal, body);
  if (!polled.ok) throw new Error(polled.code);
}

export const set = (areaId: string, occupancy: number) =>
  roomStub().recountArea(visitOf(definition()), areaId, { occupancy, reason: 'Looked' }, ADMIN);

export const rows = (query: string) =>
  runInDurableObject(roomStub(), (_room, { storage }) => storage.sql.exec(query).toArray());
export const journal = () =>
  rows("SELECT kind, actor, area_id, before, after, note FROM journal WHERE kind LIKE 'alert%' ORDER BY id");

export async function acknowledge(
  alertId: string,
  clientId: string | null = null,
  principal: `code:${string}` | typeof ADMIN = ADMIN,
) {
  return await roomStub().acknowledgeAlert(visitOf(definition()), alertId, principal, clientId);
}

export async function room(changes: Partial<EventDefinition> = {}): Promise<void> {
  revision = 1;
  seq = 0;
  await knownRoom(changes);
}

const realNow = Date.now.bind(Date);
/** How much time {@link pass} has let pass. */
let passedMs = 0;

/**
 * For a test: the clock goes on, and ahead by {@link pass}. `vi.restoreAllMocks` sets it right again.
 *
 * @param pace of the clock: below 1, a busy machine's seconds are hardly any
 */
export function setClock(pace = 1): void {
  passedMs = 0;
  const start = realNow();
  vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(start + (realNow() - start) * pace) + passedMs);
}

export function pass(ms = ALERT_DWELL_MS): void {
  passedMs += ms;
}

/**
 * The timers of alerts that are held back do not go off by themselves from now on, nor do they keep a room from being evicted.
 * `vi.restoreAllMocks` ends that, too.
 */
export function holdTimers() {
  const real = globalThis.setTimeout;
  let last: { work: () => void; delay: number } | undefined;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, delay?: number) => {
    if (delay === undefined || delay <= 1_000 || delay > ALERT_DWELL_MS) return real(work, delay);
    last = { work, delay };
    return real(() => {}, 0);
  });
  return {
    /** Lets the last timer go off at its time, and answers its delay. */
    goOff: async (): Promise<number> => {
      if (last === undefined) throw new Error('No timer is set');
      const { work, delay } = last;
      pass(delay);
      await runInDurableObject(roomStub(), () => work());
      return delay;
    },
  };
}
