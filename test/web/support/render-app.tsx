import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { createPath, MemoryRouter, parsePath, useLocation, useNavigate } from 'react-router-dom';
import { AppRoutes } from '../../../web/src/app/app';
// oxlint-disable-next-line import/no-unassigned-import -- loaded before a test's time runs: a busy machine takes seconds
import '../../../web/src/app/app-screen';
// oxlint-disable-next-line import/no-unassigned-import -- likewise
import '../../../web/src/app/admin-screens';
import { fetchAreaMenuList } from '../../../web/src/features/counting/areas/area-menu';
import { CallRetriesContext } from '../../../web/src/features/events/known/code-event';
import { fetchEventMenuList } from '../../../web/src/features/events/event-menu';
import { fetchToastList } from '../../../web/src/ui/overlays/toaster';

// The first touch of the dashboard loads these parts.
await Promise.all([fetchAreaMenuList(), fetchEventMenuList(), fetchToastList()]);

const LINKS = {
  'open-join-link': '/login?code=WXYZ-2346',
  'open-door-link': '/login?code=ABCD-2346&area=a1&direction=in&name=North+gate',
};

function Where() {
  const navigate = useNavigate();
  return (
    <>
      <output data-testid="path">{createPath(useLocation())}</output>
      <button type="button" hidden data-testid="back" onClick={() => void navigate(-1)}>
        Step back
      </button>
      {Object.entries(LINKS).map(([id, link]) => (
        <button key={id} type="button" hidden data-testid={id} onClick={() => void navigate(link)}>
          Open a link
        </button>
      ))}
    </>
  );
}

/** Renders the whole web app at one address, with queries that fail at once; `before` is the page before it. */
export function renderApp(path: string, state?: unknown, before?: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={client}>
      <CallRetriesContext value={0}>
        <MemoryRouter initialEntries={[...(before === undefined ? [] : [before]), { ...parsePath(path), state }]}>
          <AppRoutes />
          <Where />
        </MemoryRouter>
      </CallRetriesContext>
    </QueryClientProvider>,
  );
  return { user };
}

/** The router's current address. */
export const path = () => screen.getByTestId('path').textContent;

/** Logs in on the login screen. */
export async function logIn(user: UserEvent, identifier = 'ABCD2346', password?: string): Promise<void> {
  await user.type(await screen.findByLabelText('Email or Access Code'), identifier);
  if (password !== undefined) await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}
