import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import { CALL_RETRIES, FRESH_FOR_MS, isWorthRetrying } from '../api/api-client';
import { type Session, useSession } from './session';

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < CALL_RETRIES && isWorthRetrying(error),
        // Trying is the only test whether there is a network: browsers often do not know.
        networkMode: 'always',
        staleTime: FRESH_FOR_MS,
      },
    },
  });
}

const clients = new WeakMap<object, QueryClient>();

/** One for the whole session: data of one user must not reach the next. Tests pass their own. */
function useSessionQueries({ key }: Session): QueryClient {
  const given = use(QueryClientContext);
  if (given) return given;
  const client = clients.get(key) ?? createQueryClient();
  clients.set(key, client);
  return client;
}

/** The session's queries, for everything below. */
export function SessionQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={useSessionQueries(useSession())}>{children}</QueryClientProvider>;
}
