import { QueryClient, QueryClientContext } from '@tanstack/react-query';
import { use } from 'react';
import { ApiError } from '../lib/api-client';
import type { Session } from '../lib/session';

/** A call that got no answer, or a server's stumble, is tried again; a refusal stays one. */
const QUERY_RETRIES = 2;

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < QUERY_RETRIES && !(error instanceof ApiError && error.status < 500),
        // Whether there is a network is found out by trying: browsers often do not know.
        networkMode: 'always',
        // Pushes keep the data fresh; a return to the tab asks once more.
        staleTime: 30_000,
      },
    },
  });
}

const clients = new WeakMap<object, QueryClient>();

/** One for as long as the session lasts: what was fetched for one user is not the next one's. Tests bring their own. */
export function useSessionQueries({ key }: Session): QueryClient {
  const given = use(QueryClientContext);
  if (given) return given;
  const client = clients.get(key) ?? createQueryClient();
  clients.set(key, client);
  return client;
}
