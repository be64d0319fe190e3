import { Navigate, Outlet, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '../lib/paths';
import { useSession } from '../lib/session';
import { Spinner } from '../ui/spinner';

const FromSchema = z.object({ from: z.string() });

/** Unauthenticated visitors go to the login, which brings them back here. */
export function RequireUser() {
  const { status } = useSession();
  const { pathname, search, hash } = useLocation();
  if (status === 'checking') return <Spinner />;
  if (status === 'guest') return <Navigate to={paths.login} replace state={{ from: `${pathname}${search}${hash}` }} />;
  return <Outlet />;
}

/** The login is for guests: who is logged in goes where they came from, else to the app. */
export function GuestOnly() {
  const { status } = useSession();
  const from = z.safeParse(FromSchema, useLocation().state);
  if (status === 'checking') return <Spinner />;
  if (status === 'user') return <Navigate to={from.data?.from ?? paths.app} replace />;
  return <Outlet />;
}

/** Until there is a landing page, the door leads straight to where one has to go. */
export function HomeRedirect() {
  const { status } = useSession();
  if (status === 'checking') return <Spinner />;
  return <Navigate to={status === 'user' ? paths.app : paths.login} replace />;
}
