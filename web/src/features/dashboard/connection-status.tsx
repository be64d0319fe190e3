import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { ConnectionBadge } from '../account/connection-badge';
import { formatRecent } from '../../texts/format';
import { texts } from '../../texts/app-texts';
import { type ConnectionState, connectionState } from '../../realtime/connection-state';
import { useRealtime, useRoom, useUnsentTaps } from '../../realtime/hooks';
import type { LineFacts } from '../../realtime/view/snapshot';

/** Says how many taps are unsent and how old the numbers are; null if everything is sent and live. */
function detailOf({ unsentTaps, numbersFrom }: ConnectionState): string | null {
  const synced = numbersFrom === null ? null : formatRecent(numbersFrom);
  if (unsentTaps > 0) return synced ? texts.header.unsentSince(unsentTaps, synced) : texts.header.unsent(unsentTaps);
  return synced && texts.header.lastSynced(synced);
}

interface ConnectionDetailProps {
  line: LineFacts;
  className: string;
  textClassName: string;
  /** Whether the text hangs below the top bar, over the page. It does so on phones. */
  hangs?: boolean;
}

/** The wait in ms before an unsent tap is mentioned. Usually a tap is delivered in far less time. */
const WAITS_LONG_MS = 1_500;

/**
 * Whether the thing that `key` identifies has waited for longer than WAITS_LONG_MS; false while `key` is null. Uses a
 * timer instead of a CSS delay: text that comes and goes with each tap would make the browser recalculate the styles of
 * the whole page.
 */
function useWaitsLong(key: string | null): boolean {
  const [waited, setWaited] = useState<string | null>(null);
  useEffect(() => {
    if (key === null) return undefined;
    const timer = setTimeout(() => setWaited(key), WAITS_LONG_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return key !== null && waited === key;
}

/** Shows the number of unsent taps, the age of the numbers, and a retry button if a retry can help. */
export function ConnectionDetail({ line, className, textClassName, hangs = false }: ConnectionDetailProps) {
  const realtime = useRealtime();
  const unsent = useUnsentTaps();
  const state = connectionState(line, unsent.taps);
  const { connection } = state;
  const isOnItsWay = connection === 'connected' && unsent.taps > 0;
  // `oldest` changes with each delivered tap, so the wait starts again.
  const waitsLong = useWaitsLong(isOnItsWay ? unsent.oldest : null);
  const detail = isOnItsWay && !waitsLong ? null : detailOf(state);
  return (
    <span className={clsx('pointer-events-none flex items-center empty:hidden', className)}>
      {detail && (
        <span
          key={connection}
          className={clsx(
            'text-xs font-medium text-muted tabular-nums',
            textClassName,
            isOnItsWay && 'fade-in',
            !isOnItsWay && connection !== 'disconnected' && 'appear-late',
          )}
        >
          {detail}
        </span>
      )}
      {state.canRetry && <RetryButton onRetry={() => realtime.retry()} hangs={hangs} />}
    </span>
  );
}

/**
 * Shows whether the device is connected, with the detail beside it. On a phone the detail hangs below the bar, so that
 * the bar keeps its height.
 */
export function ConnectionStatus({ line }: { line: LineFacts }) {
  const { connection } = connectionState(line, 0);
  return (
    <>
      <ConnectionBadge connection={connection} isShort className="md:order-last" />
      <ConnectionDetail
        line={line}
        className="gap-3 max-md:safe-x max-md:absolute max-md:inset-x-0 max-md:top-full max-md:flex-wrap max-md:justify-end max-md:gap-x-2 max-md:gap-y-1 max-md:pt-1.5 md:mx-1.5 @max-[15rem]:static @max-[15rem]:basis-full @max-[15rem]:px-0"
        hangs
        textClassName="leading-5 max-md:rounded-pad max-md:bg-raised md:whitespace-nowrap max-md:px-3 max-md:py-1 max-md:shadow-lift"
      />
    </>
  );
}

export const RoomStatus = ({ eventId }: { eventId: string }) => <ConnectionStatus line={useRoom(eventId).snapshot} />;

/**
 * The time in ms in which an attempt shows whether it works. Another press before that would only restart the attempt.
 */
const TRYING_MS = 3000;

/** The button is as low as its line. The pseudo-element enlarges its touch target to the size of a thumb. */
interface RetryButtonProps {
  onRetry: () => void;
  /** Whether the button hangs below the top bar, over the page. It does so on phones. */
  hangs: boolean;
}

function RetryButton({ onRetry, hangs }: RetryButtonProps) {
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
        'touch-pad pointer-events-auto relative text-xs leading-5 font-semibold whitespace-nowrap text-ink underline decoration-line-strong underline-offset-4 before:absolute before:-top-4 before:-end-2 before:-bottom-2 before:-start-3 aria-disabled:text-muted aria-disabled:no-underline',
      )}
    >
      {trying ? texts.header.trying : texts.common.tryAgain}
    </button>
  );
}
