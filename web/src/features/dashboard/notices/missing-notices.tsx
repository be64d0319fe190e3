import { texts } from '../../../texts/app-texts';
import { useUncountedTaps } from '../../../realtime/hooks';

/**
 * Says what must be said about taps if the notices' code cannot be loaded. It lies over the page, so that it moves no
 * pad.
 */
export function MissingNotices() {
  const uncounted = useUncountedTaps();
  const taps = uncounted.reduce((sum, group) => sum + group.taps, 0);
  return (
    <div className="relative">
      <p role="alert" className="safe-x absolute inset-x-0 top-0 bg-bad-soft py-2 font-semibold text-bad">
        {taps > 0 ? texts.realtime.notDelivered(taps) : texts.realtime.notStored}
      </p>
    </div>
  );
}
