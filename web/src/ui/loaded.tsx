import type { ReactNode } from 'react';
import { ownMessage } from '../api/api-client';
import { LoadFailed, RetryNotice } from './load-failed';
import { Spinner } from './spinner';

export interface LoadedProps<Data> {
  query: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** The text of a failure that has none of its own (docs/product.md, E8). */
  failedText: string;
  loadingText?: string;
  /** Whether other contents stand beside it, so that a failure takes little space. */
  isPart?: boolean;
  children: (data: Data) => ReactNode;
}

/** Shows what a query has loaded; until then that it loads, or that it failed. */
export function Loaded<Data>({
  query: { data, error, refetch },
  failedText,
  loadingText,
  isPart = false,
  children,
}: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error === null) return <Spinner label={loadingText} />;
  const Failed = isPart ? RetryNotice : LoadFailed;
  return <Failed text={ownMessage(error, failedText)} onRetry={() => void refetch()} />;
}
