import { closeOf } from '../../rpc/ended-sessions';
import { closeReason } from '../../durable-object/socket-age';
import { TokenBucket } from '../../concurrency/token-bucket';
import { Allowances, type RoomLimits } from './allowances';
import { type Attachment, Connection } from './connection';
import { VIEWER_FRAME_BURST, VIEWER_FRAMES_PER_SECOND, VIEWERS_MAX } from '../limits';
import type { Clock, RoomSocket } from '../ports';
import { CLOSE, CODE_REPLACED } from '../../shared/protocol/version';
import type { ConnectionTier } from './broadcast';

/**
 * The room's sockets, those that have joined by tier. They are tracked here because asking the runtime costs 9 % of a
 * tap's time.
 */
export class Connections {
  private readonly bySocket = new Map<RoomSocket, Connection>();
  private viewers = 0;
  private newest = 0;
  /** Sockets of counting devices by session, those of viewers by address. */
  private readonly bySession = new Map<string, number>();
  private readonly byAddress = new Map<string, number>();
  private readonly joined: Record<ConnectionTier, Set<Connection>> = { counting: new Set(), viewer: new Set() };
  private readonly byClientId = new Map<string, Connection>();
  private left: (clientId: string) => void = () => {};

  /** What devices may send. */
  readonly allowances: Allowances;

  constructor(
    private readonly limits: RoomLimits,
    private readonly now: Clock = () => Date.now(),
  ) {
    this.allowances = new Allowances(limits);
  }

  get size(): number {
    return this.bySocket.size;
  }

  /** Adds a socket: a new one, or one that slept through hibernation. */
  add(socket: RoomSocket, attachment: Attachment): Connection {
    const forget = (closed: Connection): void => this.forget(socket, closed);
    const connection = new Connection(socket, attachment, this.framesOf(attachment), forget, this.now);
    this.bySocket.set(socket, connection);
    this.newest = Math.max(this.newest, connection.order);
    this.tally(connection, 1);
    if (attachment.clientId !== null) this.index(connection, attachment.clientId);
    return connection;
  }

  /** The running number of a socket that is being opened. */
  next(): number {
    return (this.newest += 1);
  }

  /** A display's link is open to strangers, so their sockets take no place of a device. */
  hasPlaceFor({ tier, sessionId, address = '' }: Pick<Attachment, 'tier' | 'sessionId' | 'address'>): boolean {
    const { socketsPerSession, socketsPerRoom, viewersPerAddress } = this.limits;
    if (tier === 'viewer') {
      return this.viewers < VIEWERS_MAX && (this.byAddress.get(address) ?? 0) < viewersPerAddress;
    }
    return this.size - this.viewers < socketsPerRoom && (this.bySession.get(sessionId) ?? 0) < socketsPerSession;
  }

  get(socket: RoomSocket): Connection | undefined {
    return this.bySocket.get(socket);
  }

  /** The socket has closed. `attachment` says whose it was when the room was asleep and does not know it any more. */
  closed(socket: RoomSocket, { tier, clientId }: Attachment): void {
    const connection = this.bySocket.get(socket);
    if (connection !== undefined) connection.markClosed();
    else if (tier === 'counting' && clientId !== null && !this.byClientId.has(clientId)) this.left(clientId);
  }

  /** The open socket that has joined under this client id. */
  withClientId(clientId: string): Connection | undefined {
    return this.byClientId.get(clientId);
  }

  join(connection: Connection, clientId: string): void {
    if (connection.clientId !== null) this.drop(connection, connection.clientId);
    connection.bind(clientId);
    this.index(connection, clientId);
  }

  inTier(tier: ConnectionTier): ReadonlySet<Connection> {
    return this.joined[tier];
  }

  all(): Iterable<Connection> {
    return this.bySocket.values();
  }

  /** Of devices only: viewers have a link and no session. */
  get sessionIds(): Set<string> {
    return new Set(this.bySession.keys());
  }

  /** The default is the close code of an ended session. */
  closeWhere(isOne: (connection: Connection) => boolean, { code, reason } = closeOf()): void {
    for (const connection of this.bySocket.values()) if (isOne(connection)) connection.close(code, reason);
  }

  /** The event has another access code. Devices that came with the old one are told so. */
  closeOldCode(eventId: string): void {
    const close = { code: CLOSE.sessionEnded, reason: CODE_REPLACED };
    this.closeWhere(({ principal }) => principal === `code:${eventId}`, close);
  }

  /** Calls `left` with each client id that has no open socket of a counting device any more. */
  whenLeft(left: (clientId: string) => void): void {
    this.left = left;
  }

  /**
   * Closes sockets that neither pinged nor sent anything for 90 s, and sockets that are a day old, whose devices come
   * back and show their session again. `lastPingAt` is the runtime's, in epoch ms.
   */
  reap(now: number, lastPingAt: (socket: RoomSocket) => number): void {
    for (const [socket, connection] of this.bySocket) {
      const lastSeenAt = Math.max(connection.lastFrameAt, lastPingAt(socket));
      const reason = closeReason(now, { openedAt: connection.openedAt, lastSeenAt });
      if (reason !== null) connection.close(CLOSE.goingAway, reason);
    }
  }

  private index(connection: Connection, clientId: string): void {
    this.byClientId.set(clientId, connection);
    this.joined[connection.tier].add(connection);
  }

  /**
   * Returns a function that takes one frame from a socket's allowance and tells whether the frame is allowed. Each
   * viewer has its own allowance, because all viewers that use the same link share one session. Counting devices with
   * the same session share its allowance.
   */
  private framesOf({ tier, sessionId, openedAt }: Attachment): (now: number) => boolean {
    if (tier === 'counting') return (now) => this.allowances.frame(sessionId, now) === 0;
    const bucket = new TokenBucket(VIEWER_FRAME_BURST, VIEWER_FRAMES_PER_SECOND, openedAt);
    return (now) => bucket.take(1, now) === 0;
  }

  private tally({ tier, sessionId, address }: Connection, more: 1 | -1): void {
    if (tier === 'viewer') this.viewers += more;
    const [sockets, key] = tier === 'viewer' ? [this.byAddress, address] : [this.bySession, sessionId];
    const open = (sockets.get(key) ?? 0) + more;
    if (open > 0) sockets.set(key, open);
    else sockets.delete(key);
  }

  private forget(socket: RoomSocket, connection: Connection): void {
    if (!this.bySocket.delete(socket)) return;
    this.tally(connection, -1);
    this.joined[connection.tier].delete(connection);
    const { clientId } = connection;
    if (clientId !== null && this.byClientId.get(clientId) === connection) this.drop(connection, clientId);
  }

  private drop({ tier }: Connection, clientId: string): void {
    this.byClientId.delete(clientId);
    if (tier === 'counting') this.left(clientId);
  }
}
