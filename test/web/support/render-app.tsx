import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createPath, MemoryRouter, parsePath, useLocation } from 'react-router-dom';
import { AppRoutes } from '../../../web/src/app/app';
import { SessionProvider } from '../../../web/src/app/session-provider';

function Where() {
  return <output data-testid="path">{createPath(useLocation())}</output>;
}

/** The whole web at one address, with queries that fail at once. */
export function renderApp(path: string, state?: unknown) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
          <AppRoutes />
          <Where />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
  return { user };
}
