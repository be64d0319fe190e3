import { clsx } from 'clsx';
import { ConnectionBadge } from '../../features/account/connection-badge';
import { RetryButton } from '../../features/account/retry-button';
import { texts } from '../../lib/texts';
import { useRealtime, useUnsentTaps } from '../../realtime/hooks';
import type { Connection } from '../../realtime/snapshot';

export interface ConnectionStatusProps {
  connection: Connection;
  /** Whether trying again makes sense. */
  canRetry: boolean;
}

/**
 * Connected or not, what has not been sent yet, and what to do about it: in two lines at most on a phone, so that the
 * header keeps its height and no pad moves from under the thumb.
 */
export function ConnectionStatus({ connection, canRetry }: ConnectionStatusProps) {
  const realtime = useRealtime();
  const unsent = useUnsentTaps();
  return (
    <>
      <ConnectionBadge connection={connection} className="max-[24rem]:order-last sm:order-last" />
      <span className="flex items-center gap-3 empty:hidden max-[24rem]:contents sm:mx-1.5">
        {unsent.taps > 0 && (
          // While connected, only what waits for long: a tap that gets through starts the wait of the next one anew.
          <span
            key={connection === 'connected' ? unsent.oldest : connection}
            className={clsx(
              'text-xs leading-5 font-medium whitespace-nowrap text-muted',
              connection !== 'disconnected' && 'appear-late',
            )}
          >
            {texts.header.unsent(unsent.taps)}
          </span>
        )}
        {connection === 'disconnected' && canRetry && <RetryButton onRetry={() => realtime.retry()} />}
      </span>
    </>
  );
}
