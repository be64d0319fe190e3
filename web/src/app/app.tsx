import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { ApiError } from '../lib/api-client';
import { paths } from '../lib/paths';
import { readUser } from '../lib/storage';
import { Spinner } from '../ui/spinner';
import { ErrorBoundary } from './error-boundary';
import { GuestOnly, HomeRedirect, RequireUser } from './guards';
import { NotFoundScreen } from './not-found-screen';
import { SessionProvider } from './session-provider';

const LoginScreen = lazy(async () => ({ default: (await import('../features/auth/login-screen')).LoginScreen }));
const SignupScreen = lazy(async () => ({ default: (await import('../features/auth/signup-screen')).SignupScreen }));
const importAppScreen = () => import('./app-screen');
const AppScreen = lazy(async () => ({ default: (await importAppScreen()).AppScreen }));

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

export function AppRoutes() {
  return (
    <Suspense fallback={<Spinner />}>
      <Routes>
        <Route path={paths.home} element={<HomeRedirect />} />
        <Route element={<GuestOnly />}>
          <Route path={paths.login} element={<LoginScreen />} />
        </Route>
        <Route path={paths.signup} element={<SignupScreen />} />
        <Route element={<RequireUser />}>
          <Route path={paths.app} element={<AppScreen />} />
        </Route>
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Suspense>
  );
}

/** While the session is being verified: whoever was here last goes to the dashboard, as a rule. */
function preloadForReturningUser(): void {
  if (readUser()) importAppScreen().catch(() => undefined);
}

export function App() {
  const [queryClient] = useState(createQueryClient);
  useEffect(preloadForReturningUser, []);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </SessionProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
