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

/** Connected or not, what has not been sent yet, and what to do about it. */
export function ConnectionStatus({ connection, canRetry }: ConnectionStatusProps) {
  const realtime = useRealtime();
  const unsent = useUnsentTaps();
  return (
    <>
      <ConnectionBadge connection={connection} />
      <span className="flex items-center gap-3 text-xs leading-5 font-medium sm:-order-1">
        {unsent.taps > 0 && (
          // While connected, only what waits for long: a tap that gets through starts the wait of the next one anew.
          <span
            key={connection === 'connected' ? unsent.oldest : connection}
            className={clsx('text-muted whitespace-nowrap', connection !== 'disconnected' && 'appear-late')}
          >
            {texts.header.unsent(unsent.taps)}
          </span>
        )}
        {connection === 'disconnected' && canRetry && <RetryButton onRetry={() => realtime.retry()} />}
      </span>
    </>
  );
}
