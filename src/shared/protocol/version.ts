/** The protocol's version. Each change of a frame raises it; a unit test compares the schemas with it. */
export const PROTOCOL_VERSION = 1;
/**
 * The oldest protocol version that rooms support. Each version only adds to the one before, so devices with an older
 * web keep counting (docs/product.md, R13). A call without a version uses this one.
 */
export const OLDEST_VERSION = 1;

/** The protocol versions from the oldest to the newest one that rooms support. */
export const versionsBetween = (oldest: number, newest: number): readonly string[] =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => String(oldest + index));

/**
 * Returns the version that a caller has given, or 1 if it has given none; null if rooms do not support it.
 * @param spoken the versions that rooms support
 */
export function readVersion(given: string | undefined, spoken: readonly string[]): number | null {
  const version = given ?? '1';
  return spoken.includes(version) ? Number(version) : null;
}

/**
 * The close codes of both sockets (docs/product.md, R4). The web treats them as final, except 1001, 1011, 4425 and 4429:
 * after these and all other codes it connects again.
 */
export const CLOSE = {
  /** Codes of RFC 6455 section 7.4.1: going away, and internal error. */
  goingAway: 1001,
  failedCommit: 1011,
  badFrame: 4400,
  sessionEnded: 4401,
  notAllowed: 4403,
  eventDeleted: 4404,
  replaced: 4409,
  /** Nobody has joined to count yet: what the socket would show is answered by calls. */
  notOpened: 4425,
  reloadNeeded: 4426,
  tooFast: 4429,
} as const;

/**
 * Why an access code's session has ended: the code was replaced. It is the reason of close code 4401 and the `reason`
 * of a call's 401. Without a reason the device shows its general text.
 */
export const CODE_REPLACED = 'code_replaced';

/** The heartbeat, in plain text. The runtime answers it without waking the room. */
export const PING = 'ping';
export const PONG = 'pong';
