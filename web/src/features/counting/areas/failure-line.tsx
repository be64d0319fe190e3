import { clsx } from 'clsx';
import { texts } from '../../../texts/app-texts';
import { Button } from '../../../ui/button';
import { useWhenNoRecentTaps } from '../pads/use-no-recent-taps';

export interface FailureLineProps {
  /** What could not be loaded, or what is shown instead; null for no message. */
  text: string | null;
  /** For an error answer, which is red. Without an answer the connection's status has such a button. */
  onRetry?: (() => void) | undefined;
}

/**
 * A failed load, above what is shown all the same. It appears and disappears when nobody counts, because it moves pads.
 */
export function FailureLine({ text, onRetry }: FailureLineProps) {
  const shown = useWhenNoRecentTaps(text ?? '');
  if (shown === '') return null;
  return (
    <div
      className={clsx(
        'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-pad px-4 py-3',
        onRetry ? 'bg-bad-soft' : 'bg-sunken',
      )}
    >
      <p
        role={onRetry ? 'alert' : 'status'}
        className={clsx(
          'min-w-0 flex-1 basis-40 text-[0.9375rem] font-medium text-pretty',
          onRetry ? 'text-bad' : 'text-ink',
        )}
      >
        {shown}
      </p>
      {onRetry && (
        <Button variant="quiet" onClick={onRetry} className="min-h-11">
          {texts.common.tryAgain}
        </Button>
      )}
    </div>
  );
}
