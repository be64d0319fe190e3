import type { Alert } from '../../../../src/shared/schemas/alert';
import { TONES } from '../in-force/sound';
import { useAnnouncement } from '../in-force/use-announcement';

/** From this threshold on the alarm repeats until somebody acknowledges the alert. */
const REPEATS_FROM_PERCENT = 100;

/** Announces alerts: once, and repeatedly for a full area. @param unseen the unacknowledged alerts on the screen */
export function useAlarm(unseen: readonly Pick<Alert, 'alertId' | 'threshold'>[]): void {
  useAnnouncement({
    key: 'headroom.toldAlerts',
    ids: unseen.map(({ alertId }) => alertId),
    repeats: unseen.some(({ threshold }) => threshold >= REPEATS_FROM_PERCENT),
    tones: TONES.alert,
  });
}
