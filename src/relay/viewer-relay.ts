import { DurableObject } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { SingleFlight } from '../concurrency/single-flight';
import { newId } from '../crypto/ids';
import { AlarmScheduler } from '../durable-object/alarm-scheduler';
import { closeBack, lastPings, readConnection, refuseUpgrade } from '../durable-object/socket-host';
import { type Env, relayLimits } from '../env';
import { logError } from '../observability/log';
import type { RelayConnection } from '../rpc/connections';
import type { Publication, RelayApi } from '../rpc/relay-api';
import type { Result } from '../rpc/result';
import { IS_FULL_HEADER } from '../rpc/headers';
import { getRoom } from '../rpc/objects';
import { RELAY_UNHEARD_MS } from './limits';
import { isOfOldLink } from '../room/sockets/admission';
import { type Connection, newAttachment, RoomConnectionSchema } from '../room/sockets/connection';
import { Connections } from '../room/sockets/connections';
import { LatestBroadcast } from '../room/sockets/fan-out';
import { readUpFrame } from '../room/sockets/read-up-frame';
import { addSleeping, noteClosed, openConnection } from '../room/sockets/sleeping-sockets';
import { receiveFromViewer } from '../room/sockets/viewer-frames';
import { JurisdictionSchema } from '../room/storage/row-schemas';
import { CLOSE, PING, PONG } from '../shared/protocol/version';

const RelayConnectionSchema = z.extend(RoomConnectionSchema, {
  relay: z.int(),
}) satisfies z.ZodMiniType<RelayConnection>;
const HomeSchema = z.object({ eventId: z.string(), jurisdiction: JurisdictionSchema, relay: z.int() });
/** The room to which a relay belongs, and its number there. */
type Home = z.infer<typeof HomeSchema>;

/** Key in the storage: the relay's home, while it has viewers. */
const HOME = 'home';

/**
 * Holds the sockets of many viewers for one room (docs/decisions/0028). The room publishes what displays show. A relay
 * that hears nothing asks the room, and passes the answer on as a sign of life.
 */
export class ViewerRelay extends DurableObject<Env> implements RelayApi {
  private readonly connections: Connections;
  private readonly alarms: AlarmScheduler;
  private readonly broadcast: LatestBroadcast<Connection>;
  private newest: Publication | null = null;
  /** When the room last published something or was asked, epoch ms. */
  private heardAt = Date.now();
  private readonly asking = new SingleFlight<Result<Publication>>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    this.connections = new Connections(relayLimits(env));
    addSleeping(this.connections, ctx);
    this.broadcast = new LatestBroadcast(
      () => this.connections.inTier('viewer'),
      () => {
        const { frame = '' } = this.newest ?? {};
        return (viewer) => viewer.send(frame);
      },
    );
    const job = { name: 'relay', dueAt: () => this.dueAt(), run: () => this.run() };
    this.alarms = new AlarmScheduler(
      ctx.storage,
      () => [job],
      () => ({ eventId: this.home?.eventId }),
    );
    void ctx.blockConcurrencyWhile(() => this.alarms.arm());
  }

  private get home(): Home | undefined {
    return z.parse(z.optional(HomeSchema), this.ctx.storage.kv.get(HOME));
  }

  override async fetch(request: Request): Promise<Response> {
    const caller = readConnection(request, RelayConnectionSchema);
    const { connections } = this;
    if (!connections.hasPlaceFor(caller)) connections.reap(Date.now(), lastPings(this.ctx));
    const { eventId, jurisdiction, relay } = caller;
    const known = this.newest ?? (await this.ask({ eventId, jurisdiction, relay }));
    if ('ok' in known && !known.ok) return refuseUpgrade(known.code);
    const { displaySession, revision } = 'ok' in known ? known.value : known;
    if (caller.revision < revision && isOfOldLink(caller, displaySession)) return refuseUpgrade('unauthenticated');
    // Others may have come during the call to the room.
    if (connections.isFullOfViewers) return new Response(null, { status: 503, headers: { [IS_FULL_HEADER]: '1' } });
    // An address that has used up its places must not find more of them at another relay.
    if (!connections.hasPlaceFor(caller)) return refuseUpgrade('unavailable');
    if (this.home === undefined) this.ctx.storage.kv.put(HOME, { eventId, jurisdiction, relay } satisfies Home);
    const client = openConnection(connections, this.ctx, newAttachment(caller, Date.now(), connections.next()));
    this.alarms.wakeBy(Date.now() + RELAY_UNHEARD_MS);
    return new Response(null, { status: 101, webSocket: client });
  }

  async publish(publication: Publication): Promise<number> {
    this.take(publication);
    return this.connections.size;
  }

  async end(): Promise<void> {
    this.newest = null;
    this.connections.closeWhere(() => true, { code: CLOSE.eventDeleted, reason: 'event_deleted' });
    await this.ctx.storage.deleteAll();
  }

  private take(publication: Publication): void {
    this.newest = publication;
    this.heardAt = Date.now();
    this.connections.closeWhere((viewer) => isOfOldLink(viewer, publication.displaySession));
    this.broadcast.tell();
  }

  /** Asks the room what it would publish now; calls at the same time share the answer. */
  private async ask(home: Home): Promise<Result<Publication>> {
    return await this.asking.run(() => this.askRoom(home));
  }

  private async askRoom(home: Home): Promise<Result<Publication>> {
    this.heardAt = Date.now();
    try {
      const answer = await getRoom(this.env, home).subscribe(home.relay, this.connections.size);
      if (answer.ok) this.take(answer.value);
      return answer;
    } catch (error) {
      logError('relay.subscribe', error, { eventId: home.eventId, relay: home.relay });
      return { ok: false, code: 'unavailable' };
    }
  }

  private dueAt(): number | undefined {
    return this.connections.size === 0 && this.home === undefined ? undefined : this.heardAt + RELAY_UNHEARD_MS;
  }

  /** Closes silent sockets, and asks a room that is silent. A relay without viewers stores nothing. */
  private async run(): Promise<void> {
    const { home, connections } = this;
    connections.reap(Date.now(), lastPings(this.ctx));
    if (connections.size === 0) {
      this.newest = null;
      await this.ctx.storage.deleteAll();
    } else if (home !== undefined && Date.now() - this.heardAt >= RELAY_UNHEARD_MS) {
      const answer = await this.ask(home);
      if (!answer.ok && answer.code === 'not_found') await this.end();
    }
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void {
    const viewer = this.connections.get(socket);
    const { home } = this;
    if (viewer === undefined || home === undefined) return;
    if (!viewer.allowFrame(Date.now())) return viewer.refuse('too_fast', CLOSE.tooFast);
    const frame = readUpFrame(data);
    if (frame === null) return viewer.refuse('bad_frame', CLOSE.badFrame);
    const { connections } = this;
    receiveFromViewer(viewer, frame, { eventId: home.eventId, connections, newId, sendNewest: (to) => this.sync(to) });
  }

  /** Sends the newest frame. A relay that has slept asks the room for it. */
  private sync(viewer: Connection): void {
    if (this.newest !== null) return viewer.send(this.newest.frame);
    if (this.home !== undefined) void this.ask(this.home);
  }

  override webSocketClose(socket: WebSocket, code: number, reason: string): void {
    noteClosed(this.connections, socket);
    closeBack(socket, code, reason);
  }

  override webSocketError(socket: WebSocket): void {
    noteClosed(this.connections, socket);
  }

  override async alarm(): Promise<void> {
    await this.alarms.ring();
  }
}
