import { clsx } from 'clsx';
import { texts } from '../../../texts/app-texts';
import { Button } from '../../../ui/button';
import { useWhenNoRecentTaps } from '../press/use-no-recent-taps';

export interface FailureLineProps {
  /** The failure, or what is shown instead of the missing data; null for no message. */
  text: string | null;
  /**
   * Given for an error answer, which is shown in red. Without any answer, the connection status has its own retry
   * button.
   */
  onRetry?: (() => void) | undefined;
}

/**
 * Shows a failed load above the remaining content. It appears and disappears only when nobody has tapped recently,
 * because it moves the pads.
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
