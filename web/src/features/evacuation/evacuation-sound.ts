import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import { ORDER_TONES } from '../alerts/alert-sound';
import { useAnnouncement } from '../alerts/use-alarm';

/** Sounds and vibrates once when an evacuation or drill begins, and again when a drill has become an evacuation. */
export function useEvacuationSound(running: readonly Evacuation[]): void {
  useAnnouncement({
    key: 'headroom.toldEvacuations',
    ids: running.map(({ evacuationId, isDrill }) => `${evacuationId}${isDrill ? '-drill' : ''}`),
    repeats: false,
    tones: ORDER_TONES.closing,
  });
}
