import { clsx } from 'clsx';
import { lateTexts } from '../../../texts/dialog-texts';
import { useWhenCalm } from '../../counting/pads/use-no-recent-taps';
import { useBrokenPart } from './status-api';

/**
 * Says in plain words what does not work at the moment, and what does. It appears and disappears when nobody counts,
 * because it moves pads.
 */
export function ServiceStatus() {
  const shown = useWhenCalm(useBrokenPart() ?? '');
  return (
    <output
      className={clsx(
        shown
          ? 'mb-4 block rounded-pad md:mt-5 bg-warn-soft px-4 py-3 text-[0.9375rem] font-medium text-pretty text-warn print:hidden'
          : 'sr-only',
      )}
    >
      {shown && lateTexts.status[shown]}
    </output>
  );
}
