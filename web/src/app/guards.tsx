import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { User } from '../../../src/shared/schemas/user';
import { joinLinkIn } from '../device/door/carried-link';
import { paths } from '../urls/paths';
import { may, maySomewhere } from '../session/may';
import { rememberedIn, rememberedPath, rememberLocation } from '../session/remembered-location';
import { useSession } from '../session/session';
import { texts } from '../texts/texts';
import { Spinner } from '../ui/spinner';

interface Guarded {
  /** The screen. */
  children: ReactNode;
}

/** Sends guests to the login. After the login they return to the requested screen. */
export function RequireUser({ children }: Guarded) {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'checking') return <Spinner />;
  if (status === 'leaving') return <Spinner label={texts.common.loggingOut} />;
  if (status === 'guest') return <Navigate to={paths.login} replace state={rememberLocation(location)} />;
  return children;
}

/** Which users a screen is for. `others` are all but admins. */
const ADMITS = {
  admins: ({ role }) => role === 'admin',
  others: ({ role }) => role !== 'admin',
  members: ({ role }) => role !== 'user',
  managers: (user) => may(user, 'manage'),
  reviewers: (user) => maySomewhere(user, 'review'),
} as const satisfies Readonly<Record<string, (user: User) => boolean>>;

export type Admitted = keyof typeof ADMITS;

/** Admits some of the users. The others are sent to their dashboard. */
export function Admit({ only, children }: Guarded & { only: Admitted }) {
  const { user } = useSession();
  if (user && ADMITS[only](user)) return children;
  return <Navigate to={user?.role === 'admin' ? paths.admin : paths.user} replace />;
}

/**
 * Admits guests to the login and the sign-up. A logged-in user goes to the remembered path or else to the app, together
 * with the join link, which may be for another event. The link is first removed from the address, because addresses
 * appear in screenshots and in the browser history.
 */
export function GuestOnly({ children }: Guarded) {
  const { status } = useSession();
  const { pathname, search, state } = useLocation();
  if (search !== '') return <Navigate to={pathname} replace state={{ ...rememberedIn(state), joinLink: search }} />;
  if (status === 'checking') return <Spinner />;
  if (status === 'user') return <Navigate to={rememberedPath(state)} replace state={{ joinLink: joinLinkIn(state) }} />;
  return children;
}
