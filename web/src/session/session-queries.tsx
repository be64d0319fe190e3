import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import { CALL_RETRIES, FRESH_FOR_MS, isWorthRetrying } from '../api/api-client';
import { type Session, useSession } from './session';

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < CALL_RETRIES && isWorthRetrying(error),
        // Only a call shows whether there is a network: browsers often report the wrong state.
        networkMode: 'always',
        staleTime: FRESH_FOR_MS,
      },
    },
  });
}

const clients = new WeakMap<object, QueryClient>();

/** Returns one query client for the whole session, so that data never reach the next user. Tests pass their own. */
function useSessionQueries({ key }: Session): QueryClient {
  const given = use(QueryClientContext);
  if (given) return given;
  const client = clients.get(key) ?? createQueryClient();
  clients.set(key, client);
  return client;
}

/** Provides the session's query client to its children. */
export function SessionQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={useSessionQueries(useSession())}>{children}</QueryClientProvider>;
}
