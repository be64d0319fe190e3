import { type ReactNode, Suspense, useEffect } from 'react';
import { BrowserRouter, matchPath, Navigate, useLocation } from 'react-router-dom';
import { accountSettingsPath, paths } from '../urls/paths';
import { readUser } from '../session/storage';
import { withTexts } from '../texts/later-texts';
import { lazyComponent, preloadable } from '../ui/overlays/lazy-component';
import { Spinner } from '../ui/spinner';
import { ErrorBoundary } from './error-boundary';
import { Admit, type Admitted, GuestOnly, RequireUser } from './guards';
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
  async () => (await withTexts(import('../features/verify/verify-screen'), 'verify')).VerifyScreen,
  MissingScreen,
);

const AlertMailScreen = lazyComponent(
  async () => (await withTexts(import('../features/notifications/alert-mail-screen'), 'notifications')).AlertMailScreen,
  MissingScreen,
);

const InspectionScreen = lazyComponent(
  async () => (await import('../features/inspection/inspection-screen')).InspectionScreen,
  MissingScreen,
);

const InvitationScreen = lazyComponent(
  async () => (await withTexts(import('../features/account/members/invitation-screen'), 'members')).InvitationScreen,
  MissingScreen,
);

/** `session` means guests and users. Everybody sees the screens for `anybody`, which need no session. */
type Who = 'anybody' | 'session' | 'guests' | 'users' | Admitted;

/** A screen of the app: its path, who may see it, and what it shows; `token` is that of the path. */
interface Place {
  readonly path: string;
  readonly who: Who;
  readonly show: (token: string) => ReactNode;
}

const dashboard = () => <AppScreen />;

/** No two of these paths match the same address. */
const PLACES: readonly Place[] = [
  { path: paths.display, who: 'anybody', show: (token) => <DisplayScreen token={token} /> },
  { path: paths.verify, who: 'anybody', show: () => <VerifyScreen /> },
  { path: paths.confirmAlertMails, who: 'anybody', show: () => <AlertMailScreen what="confirm" /> },
  { path: paths.leaveAlertMails, who: 'anybody', show: () => <AlertMailScreen what="leave" /> },
  { path: paths.inspect, who: 'anybody', show: (token) => <InspectionScreen token={token} /> },
  { path: paths.login, who: 'guests', show: () => <LoginScreen /> },
  { path: paths.signup, who: 'guests', show: () => <SignupScreen /> },
  { path: paths.forgotPassword, who: 'session', show: () => <RecoveryScreen shows="forgot" /> },
  { path: paths.resetPassword, who: 'session', show: () => <RecoveryScreen shows="reset" /> },
  { path: paths.app, who: 'users', show: dashboard },
  { path: paths.invitation, who: 'session', show: () => <InvitationScreen /> },
  { path: paths.admin, who: 'admins', show: dashboard },
  { path: paths.overview, who: 'reviewers', show: () => <AppScreen shows="overview" /> },
  { path: paths.alertList, who: 'reviewers', show: () => <AppScreen shows="alertList" /> },
  { path: paths.reports, who: 'reviewers', show: () => <AppScreen shows="reports" /> },
  { path: paths.capacity, who: 'managers', show: () => <AppScreen shows="capacity" /> },
  { path: paths.eventSettings, who: 'managers', show: () => <AppScreen shows="eventSettings" /> },
  { path: paths.accountSettings, who: 'members', show: () => <AppScreen shows="accountSettings" /> },
  {
    path: paths.alertRecipients,
    who: 'managers',
    show: () => <Navigate to={accountSettingsPath('recipients')} replace />,
  },
  { path: paths.eventDoors, who: 'reviewers', show: () => <AppScreen shows="eventDoors" /> },
  { path: paths.printedReport, who: 'reviewers', show: () => <AppScreen shows="printedReport" /> },
  { path: paths.user, who: 'others', show: dashboard },
];

/** Returns the path without the encoding of characters that need none; a path that cannot be decoded stays as it is. */
function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

/** Returns who may see the screen at this path, and the screen. */
function screenAt(pathname: string): { who: Who; screen: ReactNode } {
  for (const { path, who, show } of PLACES) {
    const match = matchPath({ path, caseSensitive: true }, decoded(pathname));
    if (match) return { who, screen: show(match.params.token ?? '') };
  }
  return { who: 'session', screen: <NotFoundScreen /> };
}

/** Wraps a screen so that only these people see it. */
function guarded(who: Exclude<Who, 'anybody'>, screen: ReactNode): ReactNode {
  if (who === 'session') return screen;
  if (who === 'guests') return <GuestOnly>{screen}</GuestOnly>;
  return <RequireUser>{who === 'users' ? screen : <Admit only={who}>{screen}</Admit>}</RequireUser>;
}

/** Loads the code of a screen that the HTML of the build already shows, so that React can hydrate it at once. */
export async function fetchEarlyScreen(path: string): Promise<void> {
  await (path.startsWith(paths.signup) ? fetchSignup() : fetchLogin());
}

export interface AppProps {
  /** Whether the HTML of the page already shows the login or the sign-up (features/auth/early). */
  startsAsGuest?: boolean;
}

/** Shows the screen of the current path. */
export function AppRoutes({ startsAsGuest = false }: AppProps) {
  const { pathname } = useLocation();
  const { who, screen } = screenAt(pathname);
  const framed = <Screen>{screen}</Screen>;
  if (who === 'anybody') return <Suspense>{framed}</Suspense>;
  return (
    <SessionProvider startsAsGuest={startsAsGuest}>
      <Suspense fallback={<Spinner />}>{guarded(who, framed)}</Suspense>
    </SessionProvider>
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
  if (user && user.role !== 'user') import('./admin-screens').catch(() => undefined);
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
