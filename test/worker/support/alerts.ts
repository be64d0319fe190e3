import { runInDurableObject } from 'cloudflare:test';
import { vi } from 'vitest';
import { ALERT_DWELL_MS } from '../../../src/room/limits';
import type { Alert } from '../../../src/shared/schemas/alert';
import { ADMIN, batch, CODE, joinRoom, poll, query, roomStub, VISIT } from './room';

/** Helpers for alerts in a room where Bar takes 80 people and Main Stage 500. */

export const brief = (alerts: readonly Alert[]) =>
  Object.fromEntries(alerts.map(({ areaId, threshold }) => [areaId ?? 'venue', threshold]));

/** What a device that joins now is told. */
export async function open(): Promise<readonly Alert[]> {
  const { device, sync } = await joinRoom();
  device.socket.close();
  return sync.alerts ?? [];
}

let clients = 100;
/** Counts as a client that polls. */
export async function count(change: number, areaId = 'bar'): Promise<void> {
  const polled = await poll((clients += 1), batch(1, [change], areaId), CODE);
  if (!polled.ok) throw new Error(polled.code);
}

export const journal = () =>
  query("SELECT kind, actor, area_id, before, after, note FROM journal WHERE kind LIKE 'alert%' ORDER BY id");

export const acknowledge = (alertId: string, clientId: string | null = null, as: typeof ADMIN | typeof CODE = ADMIN) =>
  roomStub().acknowledgeAlert(VISIT, alertId, as, clientId);

const realNow = Date.now.bind(Date);
/** How much time {@link pass} has let pass. */
let passedMs = 0;

/** For a test: the clock goes on, and ahead by {@link pass}. `vi.restoreAllMocks` sets it right again. */
export function setClock(): void {
  passedMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + passedMs);
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
