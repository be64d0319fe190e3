import * as z from 'zod/mini';
import { EventStream } from '../../http/event-stream';
import { findEnded } from '../../db/ended-sessions';
import { logError } from '../../observability/log';
import type { RoomConnection } from '../../rpc/connections';
import { readDownFrame, writeUpFrame } from '../../shared/protocol/codec';
import { CLOSE, PING, PROTOCOL_VERSION } from '../../shared/protocol/version';
import { AppError } from '../../shared/errors';
import { STREAMS_PER_EVENT_MAX } from '../../shared/protocol/limits';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Display } from '../../shared/schemas/display';
import { ErrorBodySchema } from '../../http/error-schema';
import type { ReviewAccess } from '../access/event';
import { requireSession } from '../access/session';
import { callRoom, unavailable } from '../call-room';
import type { ServiceContext } from '../context';
import { isCallingKeyInForce } from '../keys/authenticate';
import { readSetUp, takePlace } from './unopened';

/** How often a stream says that it is alive, and how soon it finds out that its reader takes nothing, in ms. */
const COMMENT_EVERY_MS = 15_000;
/**
 * A stream ends after an hour, and its reader opens the next one: a call may ask D1 a thousand times
 * (developers.cloudflare.com/workers/platform/limits).
 */
const COMMENTS_MAX = 240;
/** A stream asks D1 at each fourth comment whether its key or session is still good. */
const COMMENTS_PER_CHECK = 4;
/** After how many ms a reader that has lost its stream connects again. */
const RETRY_MS = 2_000;

const TOO_MANY = message(serviceTexts, 'too_many_streams', STREAMS_PER_EVENT_MAX);

/** Why a stream ends for good. Everything else that ends one is over when the reader connects again. */
type End = 'event_deleted' | 'access_ended';

/**
 * Writes what displays show as server-sent events, from a viewer's socket that the worker holds at the room: a stream out
 * of the room would keep it from hibernating (docs/decisions/0046). Throws a 409 if the event has no place for another
 * stream.
 */
export async function openStream(
  ctx: ServiceContext,
  access: ReviewAccess,
  upgradeRequest: (connection: RoomConnection) => Request,
): Promise<ReadableStream<Uint8Array>> {
  const watch = new Watch(ctx, access, upgradeRequest);
  await watch.begin();
  return watch.stream.body;
}

/** One stream and the socket that feeds it. */
class Watch {
  readonly stream = new EventStream(RETRY_MS, () => this.release());
  private socket: WebSocket | null = null;
  private stopTimer: () => void = () => {};
  /** Gives back the place of a stream whose event is not opened. */
  private leavePlace: () => void = () => {};
  private comments = 0;
  private isConnecting = false;
  private isReleased = false;

  constructor(
    private readonly ctx: ServiceContext,
    private readonly access: ReviewAccess,
    private readonly upgradeRequest: (connection: RoomConnection) => Request,
  ) {}

  async begin(): Promise<void> {
    // Whoever sets up a dashboard does not decide where the event's room is (docs/decisions/0029).
    if (this.access.roomContext.isOpened === false) await this.follow();
    else await this.connect();
    const timer = setInterval(() => void this.tick(), COMMENT_EVERY_MS);
    this.stopTimer = () => clearInterval(timer);
  }

  private async connect(): Promise<void> {
    const { access, ctx } = this;
    const { principal, sessionId } = access;
    const roomContext = { ...access.roomContext, isOpened: true };
    const connection: RoomConnection = {
      ...roomContext,
      principal,
      sessionId,
      tier: 'viewer',
      protocol: PROTOCOL_VERSION,
    };
    const answer = await callRoom(ctx, 'room.connect', roomContext, (room) =>
      room.fetch(this.upgradeRequest(connection)),
    );
    const { webSocket: socket } = answer;
    if (socket === null) throw await refusalOf(answer);
    this.socket = socket;
    // A socket that was not accepted cannot be closed.
    socket.accept();
    // The reader may have gone during the call.
    if (this.isReleased) return this.closeSocket();
    socket.addEventListener('message', ({ data }) => this.receive(data));
    socket.addEventListener('close', ({ code }) => this.closed(code));
    socket.addEventListener('error', () => this.stream.end());
    socket.send(writeUpFrame({ type: 'join_event', eventId: roomContext.eventId }));
  }

  private receive(data: unknown): void {
    const frame = typeof data === 'string' ? readDownFrame(data) : null;
    if (frame?.type === 'display') this.show(frame);
    // The socket is always read, whatever the stream's reader does: the newest state waits here, and nothing else.
    if (frame?.type === 'question') this.socket?.send(writeUpFrame({ type: 'answer', word: frame.word }));
  }

  private show({ eventId, version, eventName, evacuation, shows, notice, venue, areas }: Display): void {
    const mode = { ...(evacuation && { evacuation }), ...(shows && { shows }), ...(notice && { notice }) };
    const shown: Display = { eventId, version, eventName, ...mode, venue, areas };
    this.stream.send('state', String(version), JSON.stringify(shown));
  }

  private closed(code: number): void {
    if (code === CLOSE.eventDeleted) this.end('event_deleted');
    else if (code === CLOSE.sessionEnded) this.end('access_ended');
    else this.stream.end();
  }

  private end(reason: End): void {
    this.stream.end(JSON.stringify({ reason }));
  }

  private async tick(): Promise<void> {
    try {
      if (!this.stream.comment()) return this.stream.leave();
      this.comments += 1;
      if (this.comments >= COMMENTS_MAX) return this.stream.end();
      const isOver = this.comments % COMMENTS_PER_CHECK === 0 && (await this.endIfAccessEnded());
      if (isOver || this.isReleased) return;
      // The runtime answers it without waking the room, which closes sockets that are silent.
      if (this.socket !== null) this.socket.send(PING);
      else await this.follow();
    } catch (error) {
      logError('stream', error, { requestId: this.ctx.requestId, eventId: this.access.roomContext.eventId });
      this.stream.end();
    }
  }

  /** Shows the event as it is set up until somebody opens it. Throws a 409 if it has no place for another stream. */
  private async follow(): Promise<void> {
    const { ctx, access } = this;
    this.leavePlace();
    const leavePlace = takePlace(access.roomContext.eventId, ctx.now());
    if (leavePlace === null) throw new AppError('limit_reached', TOO_MANY);
    this.leavePlace = leavePlace;
    const shown = await readSetUp(ctx, access);
    if (shown !== null) return this.show(shown);
    this.leavePlace();
    if (this.isConnecting || this.isReleased) return;
    this.isConnecting = true;
    const connected = this.connect();
    // A reader that goes would end the call before the room answers, and nobody would close the room's socket.
    ctx.afterAnswer(() => connected);
    await connected;
  }

  /**
   * Ends the stream if its key or session has ended, and returns whether it did. A room that could not be told would hold the
   * socket for ever. As with the room's own word, whoever has a new session may come back with it.
   */
  private async endIfAccessEnded(): Promise<boolean> {
    const { ctx, access } = this;
    const { sessionId } = access;
    if (requireSession(ctx).key) {
      const isInForce = await isCallingKeyInForce(ctx);
      if (!isInForce) this.end('access_ended');
      return !isInForce;
    }
    const { over, renewed } = await findEnded(ctx.db, new Set([sessionId]), ctx.now());
    if (over.length > 0) this.end('access_ended');
    else if (renewed.length > 0) this.stream.end();
    return over.length + renewed.length > 0;
  }

  private release(): void {
    this.isReleased = true;
    this.stopTimer();
    this.leavePlace();
    this.closeSocket();
  }

  private closeSocket(): void {
    try {
      this.socket?.close(1000, 'gone');
    } catch {
      // The room has closed it.
    }
  }
}

/** The error of a room that refuses the socket. */
async function refusalOf(answer: Response): Promise<AppError> {
  const { code } = z.parse(ErrorBodySchema, await answer.json());
  return code === 'unavailable' ? unavailable() : new AppError(code, code === 'limit_reached' ? TOO_MANY : undefined);
}
