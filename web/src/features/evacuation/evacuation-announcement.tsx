import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import { ReadOut } from '../in-force/read-out';
import { TONES } from '../in-force/sound';
import { useAnnouncement } from '../in-force/use-announcement';

interface EvacuationAnnouncementProps {
  running: readonly Evacuation[];
  /** What screen readers say. */
  children: string;
}

/**
 * Sounds and vibrates once when an evacuation or drill begins, and again when a drill has become an evacuation. Screen
 * readers say it at once.
 */
export function EvacuationAnnouncement({ running, children }: EvacuationAnnouncementProps) {
  useAnnouncement({
    key: 'headroom.toldEvacuations',
    ids: running.map(({ evacuationId, isDrill }) => `${evacuationId}${isDrill ? '-drill' : ''}`),
    repeats: false,
    tones: TONES.closing,
  });
  return <ReadOut>{children}</ReadOut>;
}
