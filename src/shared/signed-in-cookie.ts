/**
 * Set to '1' together with the session's cookie, which scripts cannot read, and cleared with it. A page without it need
 * not ask who is logged in. It proves nothing.
 */
export const SIGNED_IN_COOKIE = 'headroom_signed_in';
