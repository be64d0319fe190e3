import { appPaths } from '../../../../../src/shared/paths';

/** The state that an earlier screen of the app left in the browser's history entry. */
export interface Place {
  /** The address within this site that the guest asked for. */
  readonly from: string | null;
  readonly message: string | null;
  /** The email of a finished sign-up, to fill in on the login page. */
  readonly email: string | null;
}

/** Navigations that load a new page. */
export interface PageNavigation {
  toApp(place: Place): void;
  toLogin(message: string, email: string): void;
}

const textIn = (state: unknown, name: string): string | null => {
  if (typeof state !== 'object' || state === null) return null;
  const value: unknown = Reflect.get(state, name);
  return typeof value === 'string' ? value : null;
};

/** React Router stores a screen's own state as `usr`. */
export function readPlace(): Place {
  const entry: unknown = history.state;
  const state: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'usr') : null;
  const from = textIn(state, 'from');
  const isOwn =
    from !== null && URL.canParse(from, location.origin) && new URL(from, location.origin).origin === location.origin;
  return { from: isOwn ? from : null, message: textIn(state, 'message'), email: textIn(state, 'email') };
}

export const browserNavigation: PageNavigation = {
  // `replace` removes the login from the history, so that a logged-in user does not find it when going back.
  toApp: ({ from }) => location.replace(from ?? appPaths.app),
  toLogin(message, email) {
    history.pushState({ usr: { message, email } }, '', appPaths.login);
    location.reload();
  },
};
