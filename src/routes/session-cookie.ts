import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SESSION_MS } from '../shared/limits';
import type { AppEnv } from '../services/context';

/** Browsers take the prefix only over HTTPS, and then let no subdomain and no plain page set the cookie. */
const SECURE_NAME = '__Host-headroom_session';
const PLAIN_NAME = 'headroom_session';

const isSecure = (c: Context<AppEnv>): boolean => new URL(c.req.url).protocol === 'https:';
const nameFor = (c: Context<AppEnv>): string => (isSecure(c) ? SECURE_NAME : PLAIN_NAME);

export const readSessionCookie = (c: Context<AppEnv>): string | undefined => getCookie(c, nameFor(c));

export function writeSessionCookie(c: Context<AppEnv>, token: string): void {
  const options = {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: SESSION_MS / 1000,
    secure: isSecure(c),
  } as const;
  setCookie(c, nameFor(c), token, options);
}

export function clearSessionCookie(c: Context<AppEnv>): void {
  deleteCookie(c, nameFor(c), { httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure(c) });
}
