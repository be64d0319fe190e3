import { closeOf } from '../../rpc/ended-sessions';
import { closeReason } from '../../durable-object/socket-age';
import { TokenBucket } from '../../concurrency/token-bucket';
import { Allowances, type RoomLimits } from './allowances';
import { type Attachment, Connection, isStream } from './connection';
import { VIEWER_FRAME_BURST, VIEWER_FRAMES_PER_SECOND } from './limits';
import type { Clock, RoomSocket } from '../ports';
import { STREAMS_PER_EVENT_MAX } from '../../shared/protocol/limits';
import { CLOSE, CODE_REPLACED } from '../../shared/protocol/version';

/**
 * The sockets of a room or relay, and the joined sockets of each tier. They are kept here because a query to the runtime
 * costs 9 % of a tap's time.
 */
export class Connections {
  private readonly bySocket = new Map<RoomSocket, Connection>();
  private viewers = 0;
  private streams = 0;
  private newest = 0;
  /** How many sockets counting devices have by session, and (`byAddress`) how many viewers have by network address. */
  private readonly bySession = new Map<string, number>();
  private readonly byAddress = new Map<string, number>();
  private readonly joined: Record<Attachment['tier'], Set<Connection>> = { counting: new Set(), viewer: new Set() };
  private readonly byClientId = new Map<string, Connection>();
  private left: (clientId: string) => void = () => {};

  /** How much devices are allowed to send. */
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

  /** Returns the running number for a socket that is being opened. */
  next(): number {
    return (this.newest += 1);
  }

  /**
   * Whether there is a place for another socket. Anybody can open a display's link, so viewers take no places of
   * devices, nor of event streams.
   */
  hasPlaceFor(caller: Pick<Attachment, 'principal' | 'tier' | 'sessionId' | 'address'>): boolean {
    const { tier, sessionId, address = '' } = caller;
    const { socketsPerSession, socketsPerRoom, viewersPerAddress, viewers } = this.limits;
    if (isStream(caller)) return this.streams < STREAMS_PER_EVENT_MAX;
    if (tier === 'viewer') {
      return this.viewers < viewers && (this.byAddress.get(address) ?? 0) < viewersPerAddress;
    }
    return (
      this.size - this.viewers - this.streams < socketsPerRoom &&
      (this.bySession.get(sessionId) ?? 0) < socketsPerSession
    );
  }

  /** Whether no viewer at all has a place left. */
  get isFullOfViewers(): boolean {
    return this.viewers >= this.limits.viewers;
  }

  get(socket: RoomSocket): Connection | undefined {
    return this.bySocket.get(socket);
  }

  /**
   * Called when a socket has closed. The attachment identifies the device if the room has slept and no longer knows the
   * socket.
   */
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

  inTier(tier: Attachment['tier']): ReadonlySet<Connection> {
    return this.joined[tier];
  }

  all(): Iterable<Connection> {
    return this.bySocket.values();
  }

  /**
   * The sessions of the devices that have sockets. Displays are left out, which have no login, and event streams, whose
   * worker asks D1 itself.
   */
  get sessionIds(): Set<string> {
    return new Set(this.bySession.keys());
  }

  /** Closes all sockets for which `isOne` returns true, by default with the close code of an ended session. */
  closeWhere(
    isOne: (connection: Connection) => boolean,
    { code, reason }: { code: number; reason: string } = closeOf(),
  ): void {
    for (const connection of this.bySocket.values()) if (isOne(connection)) connection.close(code, reason);
  }

  /**
   * Called when the event has got another access code. Closes the sockets of devices that used the old code, with a
   * reason that says so.
   */
  closeOldCode(eventId: string): void {
    const close = { code: CLOSE.sessionEnded, reason: CODE_REPLACED };
    this.closeWhere(({ principal }) => principal === `code:${eventId}`, close);
  }

  /** Sets the function that is called with each client id of a counting device that has no open socket any more. */
  whenLeft(left: (clientId: string) => void): void {
    this.left = left;
  }

  /**
   * Closes sockets that neither pinged nor sent a frame for 90 s, and sockets that are a day old, whose devices then
   * reconnect and present their session again. `lastPingAt` returns when the runtime last answered a ping, in epoch ms.
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
   * Each viewer has a frame allowance of its own, because all viewers with the same link share one session. The devices
   * of a session share one allowance.
   */
  private framesOf({ tier, sessionId, openedAt }: Attachment): (now: number) => boolean {
    if (tier === 'counting') return (now) => this.allowances.frame(sessionId, now) === 0;
    const bucket = new TokenBucket(VIEWER_FRAME_BURST, VIEWER_FRAMES_PER_SECOND, openedAt);
    return (now) => bucket.take(1, now) === 0;
  }

  private tally(connection: Connection, more: 1 | -1): void {
    const { tier, sessionId, address } = connection;
    if (isStream(connection)) {
      this.streams += more;
      return;
    }
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
