import { Navigate, Outlet, useLocation } from 'react-router-dom';
import type { User } from '../../../src/shared/schemas/user';
import { joinLinkIn } from '../device/door/carried-link';
import { paths } from '../urls/paths';
import { rememberedIn, rememberedPath, rememberLocation } from '../session/remembered-location';
import { useSession } from '../session/session';
import { texts } from '../texts/texts';
import { Spinner } from '../ui/spinner';

/** Unauthenticated visitors go to the login, which brings them back here. */
export function RequireUser() {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'checking') return <Spinner />;
  if (status === 'leaving') return <Spinner label={texts.common.loggingOut} />;
  if (status === 'guest') return <Navigate to={paths.login} replace state={rememberLocation(location)} />;
  return <Outlet />;
}

/** Screens of one role; the other role goes to its own dashboard. */
export function RequireRole({ only }: { only: User['role'] }) {
  const { user } = useSession();
  const own = only === 'admin' ? paths.user : paths.admin;
  if (user?.role !== only) return <Navigate to={own} replace />;
  return <Outlet />;
}

/**
 * Login and sign-up are for guests. A logged-in user goes where they came from, otherwise to the app, with a join link,
 * which may be another event's. The link is removed from the address first, because addresses appear in screenshots and
 * in the history.
 */
export function GuestOnly() {
  const { status } = useSession();
  const { pathname, search, state } = useLocation();
  if (search !== '') return <Navigate to={pathname} replace state={{ ...rememberedIn(state), joinLink: search }} />;
  if (status === 'checking') return <Spinner />;
  if (status === 'user') return <Navigate to={rememberedPath(state)} replace state={{ joinLink: joinLinkIn(state) }} />;
  return <Outlet />;
}
