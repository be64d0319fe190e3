import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { isHttps } from '../../http/origin';
import { DEVICE_MS, SESSION_MS } from '../../services/sessions/limits';
import { SIGNED_IN_COOKIE } from '../../shared/signed-in-cookie';
import type { AppEnv } from '../../services/context';

/** Browsers accept this prefix only over HTTPS. Then no subdomain and no page over plain HTTP can set the cookie. */
const SECURE_NAME = '__Host-headroom_session';
const PLAIN_NAME = 'headroom_session';

const optionsFor = (c: Context<AppEnv>) => ({ sameSite: 'Lax', path: '/', secure: isHttps(c.req.url) }) as const;
const nameFor = (c: Context<AppEnv>): string => (isHttps(c.req.url) ? SECURE_NAME : PLAIN_NAME);

export const readSessionCookie = (c: Context<AppEnv>): string | undefined => getCookie(c, nameFor(c));

/** The cookie of a browser that has logged in before. It outlives sessions (src/services/trust/known-device.ts). */
const SECURE_DEVICE_NAME = '__Host-headroom_device';
const PLAIN_DEVICE_NAME = 'headroom_device';
const deviceNameFor = (c: Context<AppEnv>): string => (isHttps(c.req.url) ? SECURE_DEVICE_NAME : PLAIN_DEVICE_NAME);

export const readDeviceCookie = (c: Context<AppEnv>): string | undefined => getCookie(c, deviceNameFor(c));

export const writeDeviceCookie = (c: Context<AppEnv>, device: string): void =>
  setCookie(c, deviceNameFor(c), device, { ...optionsFor(c), maxAge: DEVICE_MS / 1000, httpOnly: true });

/** Writes the session's cookie, and a second cookie that lets the page's script see that there is a session. */
export function writeSessionCookie(c: Context<AppEnv>, token: string): void {
  const options = { ...optionsFor(c), maxAge: SESSION_MS / 1000 };
  setCookie(c, nameFor(c), token, { ...options, httpOnly: true });
  setCookie(c, SIGNED_IN_COOKIE, '1', options);
}

export function clearSessionCookie(c: Context<AppEnv>): void {
  deleteCookie(c, nameFor(c), { ...optionsFor(c), httpOnly: true });
  deleteCookie(c, SIGNED_IN_COOKIE, optionsFor(c));
}

/**
 * Clears the cookie that shows the page that there is a session. The session's own cookie stays: otherwise the late
 * answer to an older call would end the session of a newer login.
 */
export function clearSignedInCookie(c: Context<AppEnv>): void {
  if (getCookie(c, SIGNED_IN_COOKIE) === undefined) return;
  deleteCookie(c, SIGNED_IN_COOKIE, optionsFor(c));
}
