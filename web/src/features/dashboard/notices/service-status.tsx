import { clsx } from 'clsx';
import { statusTexts } from '../../../texts/status-texts';
import { useWhenNoRecentTaps } from '../../counting/press/use-no-recent-taps';
import { useBrokenPart } from './status-api';

/**
 * Says in plain words what does not work at the moment, and what does. It appears and disappears only when nobody has
 * tapped recently, because it moves the pads.
 */
export function ServiceStatus() {
  const shown = useWhenNoRecentTaps(useBrokenPart() ?? '');
  return (
    <output
      className={clsx(
        shown
          ? 'mb-4 block rounded-pad md:mt-5 bg-warn-soft px-4 py-3 text-[0.9375rem] font-medium text-pretty text-warn print:hidden'
          : 'sr-only',
      )}
    >
      {shown && statusTexts.status[shown]}
    </output>
  );
}
