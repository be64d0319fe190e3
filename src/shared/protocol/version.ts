/** Raised with every change of the wire; test/unit/protocol-version.test.ts pins the schemas to it. */
export const PROTOCOL_VERSION = 3;
/**
 * Rooms speak all versions from this one on: each only adds to the one before, so that devices which still run an older web go on
 * counting. It is also what a call without a version means (design section 3).
 */
export const OLDEST_VERSION = 1;
/** From this version on a device knows the frame `retry`, and a display `question`. */
export const RETRY_SINCE = 3;

/** Close codes of both sockets (design section 3). The web treats all but 4429 as final; other codes are retried. */
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
 * Why a session of an access code has ended, in a word that only adds to what ends it: the reason of close code 4401, and
 * `reason` of a call's 401. Where it is missing, the device is told no more than before.
 */
export const CODE_REPLACED = 'code_replaced';

/** The heartbeat: plain text, answered by the runtime without waking the room. */
export const PING = 'ping';
export const PONG = 'pong';
