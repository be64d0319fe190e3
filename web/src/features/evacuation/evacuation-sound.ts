import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import { ORDER_TONES } from '../alerts/alert-sound';
import { useAnnouncement } from '../alerts/use-alarm';

/** Sounds and vibrates once when an evacuation or drill begins, and again when a drill has become an evacuation. */
export function useEvacuationSound(running: Evacuation | null): void {
  useAnnouncement({
    key: 'headroom.toldEvacuations',
    ids: running === null ? [] : [`${running.evacuationId}${running.isDrill ? '-drill' : ''}`],
    repeats: false,
    tones: ORDER_TONES.closing,
  });
}
