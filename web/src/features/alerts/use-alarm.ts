import { useEffect } from 'react';
import * as z from 'zod/mini';
import type { Alert } from '../../../../src/shared/schemas/alert';
import { readDevice } from '../../device/device';
import { keep } from '../../session/plain-storage';
import { readJson } from '../../session/storage';
import { sound, vibrate } from './alert-sound';

const TOLD_KEY = 'headroom.toldAlerts';
const ToldSchema = z.array(z.string());
/**
 * The largest number of stored alert ids that are not open on this screen: ended alerts, and alerts of other events.
 */
const OTHERS_TOLD_MAX = 200;

/** From this threshold on the alarm repeats until somebody acknowledges the alert. */
const REPEATS_FROM_PERCENT = 100;
const REPEAT_AFTER_MS = 12_000;
/** 20 repeats take four minutes. Somebody who has not come by then will not come because of the sound. */
const REPEATS_MAX = 20;

/**
 * Returns whether one of the alerts is new to this device, and marks all of them as announced. Marks survive a reload.
 */
function tell(alertIds: readonly string[]): boolean {
  const told = z.safeParse(ToldSchema, readJson(TOLD_KEY)).data ?? [];
  const others = told.filter((alertId) => !alertIds.includes(alertId));
  keep(TOLD_KEY, JSON.stringify([...others.slice(-OTHERS_TOLD_MAX), ...alertIds]));
  return alertIds.some((alertId) => !told.includes(alertId));
}

function alarm(calledOff: AbortSignal): void {
  vibrate();
  if (readDevice().sound) void sound(calledOff);
}

/**
 * Sounds and vibrates once for alerts that this device has not announced before, and repeatedly for a full area.
 * @param unseen the unacknowledged alerts of everything on the screen
 */
export function useAlarm(unseen: readonly Alert[]): void {
  const alertIds = unseen.map(({ alertId }) => alertId).join(' ');
  const repeats = unseen.some(({ threshold }) => threshold >= REPEATS_FROM_PERCENT);
  useEffect(() => {
    if (alertIds === '') return undefined;
    const over = new AbortController();
    if (tell(alertIds.split(' '))) alarm(over.signal);
    let left = repeats ? REPEATS_MAX : 0;
    const timer = setInterval(() => {
      if (left-- > 0) alarm(over.signal);
      else clearInterval(timer);
    }, REPEAT_AFTER_MS);
    return () => {
      over.abort();
      clearInterval(timer);
    };
  }, [alertIds, repeats]);
}
