/** Raised with every change of the wire; a unit test pins the schemas to it. */
export const PROTOCOL_VERSION = 3;
/**
 * Rooms speak all versions from this one on. Each version only adds to the one before, so devices that still run an
 * older web go on counting (docs/product.md, R13). A call without a version means this one.
 */
export const OLDEST_VERSION = 1;
/** From this version on a device knows the frame `retry`, and a display knows `question`. */
export const RETRY_SINCE = 3;

/**
 * Close codes of both sockets (docs/product.md, R4). The web treats all of them except 4429 as final and retries after
 * other codes.
 */
export const CLOSE = {
  /** RFC 6455 section 7.4.1: going away, internal error. */
  goingAway: 1001,
  failedCommit: 1011,
  badFrame: 4400,
  sessionEnded: 4401,
  notAllowed: 4403,
  eventDeleted: 4404,
  replaced: 4409,
  reloadNeeded: 4426,
  tooFast: 4429,
} as const;

/**
 * Why an access code's session has ended: the reason of close code 4401, and `reason` of a call's 401. It is optional;
 * without it the device shows its general text.
 */
export const CODE_REPLACED = 'code_replaced';

/** The heartbeat: plain text that the runtime answers without waking the room. */
export const PING = 'ping';
export const PONG = 'pong';
