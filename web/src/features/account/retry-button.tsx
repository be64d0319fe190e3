import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { texts } from '../../texts/app-texts';

/** Long enough for an attempt to show whether it works: further presses would only restart it. */
const TRYING_MS = 3_000;

/** As low as its line; its touch target is as large as a thumb needs. */
export interface RetryButtonProps {
  onRetry: () => void;
  /** Below the bar of a phone, over the page. */
  hangs: boolean;
}

export function RetryButton({ onRetry, hangs }: RetryButtonProps) {
  const [trying, setTrying] = useState(false);

  useEffect(() => {
    if (!trying) return undefined;
    const timer = setTimeout(() => setTrying(false), TRYING_MS);
    return () => clearTimeout(timer);
  }, [trying]);

  function retry() {
    if (trying) return;
    setTrying(true);
    onRetry();
  }

  return (
    <button
      type="button"
      aria-disabled={trying}
      onClick={retry}
      className={clsx(
        hangs && 'max-md:rounded-full max-md:bg-raised max-md:px-3 max-md:py-1 max-md:shadow-lift',
        'touch-pad pointer-events-auto relative text-xs leading-5 font-semibold whitespace-nowrap text-ink underline decoration-line-strong underline-offset-4 before:absolute before:-top-4 before:-right-2 before:-bottom-2 before:-left-3 aria-disabled:text-muted aria-disabled:no-underline',
      )}
    >
      {trying ? texts.header.trying : texts.common.tryAgain}
    </button>
  );
}
