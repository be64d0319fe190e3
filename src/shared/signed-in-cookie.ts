/**
 * A cookie with the value '1', which is set and cleared together with the session's cookie. Scripts can read only this
 * one. A page without it does not have to ask the server who is logged in. The cookie proves nothing to the server.
 */
export const SIGNED_IN_COOKIE = 'headroom_signed_in';
