import { useEffect } from 'react';
import * as z from 'zod/mini';
import type { Alert } from '../../../../src/shared/schemas/alert';
import { readDevice } from '../../lib/device';
import { keep, readJson } from '../../lib/storage';
import { sound, vibrate } from './alert-sound';

const TOLD_KEY = 'headroom.toldAlerts';
const ToldSchema = z.array(z.string());

/** Sounds and vibrates for what nobody has seen and this device has not told before, also not before a reload. */
export function useAlarm(alerts: readonly Alert[]): void {
  useEffect(() => {
    const told = new Set(z.safeParse(ToldSchema, readJson(TOLD_KEY)).data);
    const isNew = alerts.some(({ alertId, acknowledgedAt }) => acknowledgedAt === null && !told.has(alertId));
    keep(TOLD_KEY, JSON.stringify(alerts.map(({ alertId }) => alertId)));
    if (!isNew) return;
    vibrate();
    if (readDevice().sound) sound();
  }, [alerts]);
}
