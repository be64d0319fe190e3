import { appPaths } from '../../../../../src/shared/paths';

/** What an earlier screen of the app has left in the history's entry. */
export interface Place {
  /** Where the visitor wanted to go: an address of this site. */
  readonly from: string | null;
  readonly message: string | null;
  /** The message of a finished sign-up. */
  readonly email: string | null;
}

/** Ways on that load a page. */
export interface Way {
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

export const browserWay: Way = {
  // A logged-in user must not find a login when going back.
  toApp: ({ from }) => location.replace(from ?? appPaths.app),
  toLogin(message, email) {
    history.pushState({ usr: { message, email } }, '', appPaths.login);
    location.reload();
  },
};
