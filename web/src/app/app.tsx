import { type ReactNode, Suspense, useEffect } from 'react';
import { BrowserRouter, Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { accountSettingsPath, paths } from '../urls/paths';
import { readUser } from '../session/storage';
import { lazyComponent, preloadable } from '../ui/overlays/lazy-component';
import { Spinner } from '../ui/spinner';
import { ErrorBoundary } from './error-boundary';
import { GuestOnly, RequireRole, RequireUser } from './guards';
import { MissingScreen } from '../features/failure/missing-screen';
import { NotFoundScreen } from './not-found-screen';
import { Screen } from './screen';
import { SessionProvider } from './session-provider';

const [LoginScreen, fetchLogin] = preloadable(
  async () => (await import('../features/auth/login-screen')).LoginScreen,
  MissingScreen,
);
const [SignupScreen, fetchSignup] = preloadable(
  async () => (await import('../features/auth/signup-screen')).SignupScreen,
  MissingScreen,
);
const RecoveryScreen = lazyComponent(
  async () => (await import('../features/auth/recovery-screen')).RecoveryScreen,
  MissingScreen,
);
const importAppScreen = () => import('./app-screen');
const AppScreen = lazyComponent(async () => (await importAppScreen()).AppScreen, MissingScreen);

const DisplayScreen = lazyComponent(
  async () => (await import('../features/display/display-screen')).DisplayScreen,
  MissingScreen,
);

const VerifyScreen = lazyComponent(
  async () => (await import('../features/verify/verify-screen')).VerifyScreen,
  MissingScreen,
);

const AlertMailScreen = lazyComponent(
  async () => (await import('../features/notifications/alert-mail-screen')).AlertMailScreen,
  MissingScreen,
);

const InspectionScreen = lazyComponent(
  async () => (await import('../features/inspection/inspection-screen')).InspectionScreen,
  MissingScreen,
);

const inScreen = (element: ReactNode) => <Screen>{element}</Screen>;

/** Loads the code of a screen that the HTML of the build already shows, so that React can hydrate it at once. */
export async function fetchEarlyScreen(path: string): Promise<void> {
  await (path.startsWith(paths.signup) ? fetchSignup() : fetchLogin());
}

export interface AppProps {
  /** Whether the HTML of the page already shows the login or the sign-up (features/auth/early). */
  startsAsGuest?: boolean;
}

/** Provides the session to all routes except public displays, the check of evidence, inspectors' links and those in mails, which work without a login. */
const WithSession = ({ startsAsGuest }: AppProps) => (
  <SessionProvider startsAsGuest={startsAsGuest}>
    <Suspense fallback={<Spinner />}>
      <Outlet />
    </Suspense>
  </SessionProvider>
);

export function AppRoutes({ startsAsGuest = false }: AppProps) {
  const dashboard = inScreen(<AppScreen />);
  return (
    <Routes>
      <Route caseSensitive path={paths.display} element={<Suspense>{inScreen(<DisplayScreen />)}</Suspense>} />
      <Route caseSensitive path={paths.verify} element={<Suspense>{inScreen(<VerifyScreen />)}</Suspense>} />
      <Route
        caseSensitive
        path={paths.confirmAlertMails}
        element={<Suspense>{inScreen(<AlertMailScreen what="confirm" />)}</Suspense>}
      />
      <Route
        caseSensitive
        path={paths.leaveAlertMails}
        element={<Suspense>{inScreen(<AlertMailScreen what="leave" />)}</Suspense>}
      />
      <Route caseSensitive path={paths.inspect} element={<Suspense>{inScreen(<InspectionScreen />)}</Suspense>} />
      <Route element={<WithSession startsAsGuest={startsAsGuest} />}>
        <Route element={<GuestOnly />}>
          <Route caseSensitive path={paths.login} element={inScreen(<LoginScreen />)} />
          <Route caseSensitive path={paths.signup} element={inScreen(<SignupScreen />)} />
        </Route>
        <Route caseSensitive path={paths.forgotPassword} element={inScreen(<RecoveryScreen shows="forgot" />)} />
        <Route caseSensitive path={paths.resetPassword} element={inScreen(<RecoveryScreen shows="reset" />)} />
        <Route element={<RequireUser />}>
          <Route caseSensitive path={paths.app} element={dashboard} />
          <Route element={<RequireRole only="admin" />}>
            <Route caseSensitive path={paths.admin} element={dashboard} />
            <Route caseSensitive path={paths.overview} element={inScreen(<AppScreen shows="overview" />)} />
            <Route caseSensitive path={paths.alertList} element={inScreen(<AppScreen shows="alertList" />)} />
            <Route caseSensitive path={paths.reports} element={inScreen(<AppScreen shows="reports" />)} />
            <Route caseSensitive path={paths.capacity} element={inScreen(<AppScreen shows="capacity" />)} />
            <Route caseSensitive path={paths.eventSettings} element={inScreen(<AppScreen shows="eventSettings" />)} />
            <Route
              caseSensitive
              path={paths.accountSettings}
              element={inScreen(<AppScreen shows="accountSettings" />)}
            />
            <Route
              caseSensitive
              path={paths.alertRecipients}
              element={<Navigate to={accountSettingsPath('recipients')} replace />}
            />
            <Route caseSensitive path={paths.printedReport} element={inScreen(<AppScreen shows="printedReport" />)} />
          </Route>
          <Route element={<RequireRole only="user" />}>
            <Route caseSensitive path={paths.user} element={dashboard} />
          </Route>
        </Route>
        <Route path="*" element={inScreen(<NotFoundScreen />)} />
      </Route>
    </Routes>
  );
}

/**
 * Preloads the code of the dashboard while the session is verified, because the last user usually goes there. Also
 * preloads it on the login page while somebody types an access code.
 */
function preloadDashboard(): void {
  const user = readUser();
  if (!user && !location.pathname.startsWith(paths.login)) return;
  importAppScreen().then(
    ({ prepareFormats }) => prepareFormats(),
    () => undefined,
  );
  if (user?.role === 'admin') import('./admin-screens').catch(() => undefined);
}

export function App({ startsAsGuest = false }: AppProps) {
  useEffect(preloadDashboard, []);
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <AppRoutes startsAsGuest={startsAsGuest} />
      </BrowserRouter>
    </ErrorBoundary>
  );
}
