import { runInDurableObject } from 'cloudflare:test';
import { vi } from 'vitest';
import { ALERT_DWELL_MS } from '../../../src/room/live/limits';
import type { Alert } from '../../../src/shared/schemas/alert';
import { skip } from '../../support/clock';
import { valueOf } from './closings';
import { ADMIN, batch, CODE, joinRoom, poll, query, roomStub, VISIT } from './room';

/** Helpers for alerts in a room where Bar has a capacity of 80 and Main Stage 500. */

export const brief = (alerts: readonly Alert[]) =>
  Object.fromEntries(alerts.map(({ areaId, threshold }) => [areaId ?? 'venue', threshold]));

/** The alerts that a device gets when it joins now. */
export async function open(): Promise<readonly Alert[]> {
  const { device, sync } = await joinRoom();
  device.socket.close();
  return sync.alerts ?? [];
}

let clients = 100;
/** Counts as a polling client. */
export async function count(change: number, areaId = 'bar'): Promise<void> {
  valueOf(await poll((clients += 1), batch(1, [change], areaId), CODE));
}

export const journal = () =>
  query("SELECT kind, actor, area_id, before, after, note FROM journal WHERE kind LIKE 'alert%' ORDER BY id");

export const acknowledge = (alertId: string, clientId: string | null = null, as: typeof ADMIN | typeof CODE = ADMIN) =>
  roomStub().acknowledgeAlert(VISIT, alertId, as, clientId, undefined, 'session-1');

/** Writes a note on the alert; null removes it. */
export const write = (
  alertId: string,
  note: string | null,
  as: typeof ADMIN | typeof CODE = ADMIN,
  sessionId = 'session-1',
) => roomStub().acknowledgeAlert(VISIT, alertId, as, null, note, sessionId);

/** The alerts that are open or ended recently, newest first. */
export async function listed(limit = -1, after: { at: number; key: string } | null = null) {
  return valueOf(await roomStub().listAlerts(VISIT, { after, limit })).alerts;
}

export const pass = (ms = ALERT_DWELL_MS): void => skip(ms);

/** Keeps the timers of held-back alerts from firing by themselves and from keeping a room from eviction. */
export function holdTimers() {
  const real = globalThis.setTimeout;
  let last: { work: () => void; delay: number } | undefined;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, delay?: number) => {
    if (delay === undefined || delay <= 1_000 || delay > ALERT_DWELL_MS) return real(work, delay);
    last = { work, delay };
    return real(() => {}, 0);
  });
  return {
    /** Fires the last timer at its time and returns its delay. */
    goOff: async (): Promise<number> => {
      if (last === undefined) throw new Error('No timer is set');
      const { work, delay } = last;
      pass(delay);
      await runInDurableObject(roomStub(), () => work());
      return delay;
    },
  };
}
