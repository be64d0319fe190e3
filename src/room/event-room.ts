import { DurableObject } from 'cloudflare:workers';
import { type Env } from '../env';
import { newId } from '../crypto/ids';
import { type SessionEnd } from '../rpc/ended-sessions';
import type { EventFileHead, ImportProgress } from '../rpc/event-file';
import { PING, PONG } from '../shared/protocol/version';
import { newAttachment, RoomConnectionSchema } from './sockets/connection';
import { addSleeping, noteClosed, openConnection } from './sockets/sleeping-sockets';
import type { EventDefinition } from '../rpc/definition';
import type { AccountState, Actor, RoomCallContext } from '../rpc/identity';
import type { Publication } from '../rpc/relay-api';
import type { Result } from '../rpc/result';
import type { RestorePoint } from '../rpc/room/operator-calls';
import type { RoomApi } from '../rpc/room/room-api';
import { GO_TO_RELAY_HEADER } from '../rpc/headers';
import { closeBack, lastPings, readConnection, refuseUpgrade } from '../durable-object/socket-host';
import { AlarmScheduler } from '../durable-object/alarm-scheduler';
import { CALL_NAMES, type CallArguments, type CallName, CALLS } from './composition/calls';
import { assembleParts, type Parts } from './composition/parts';

/** The calls of calls.ts, for which the class below makes a method each. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the methods come from the same names
export interface EventRoom extends Pick<RoomApi, CallName> {}

/** One event's room as a Durable Object. This class contains only lifecycle and RPC; what the room does is in composition and below. */
export class EventRoom extends DurableObject<Env> implements RoomApi {
  static {
    const answers = <Name extends CallName>(name: Name) =>
      async function answer(this: EventRoom, context: RoomCallContext, ...args: CallArguments<Name>) {
        return await this.parts.room.withCurrentDefinition<unknown>(context, () => CALLS[name][0](this.parts, ...args));
      };
    // Calls can only be methods of the object's class.
    for (const name of CALL_NAMES)
      Object.defineProperty(EventRoom.prototype, name, { value: answers(name), writable: true, configurable: true });
  }

  private parts: Parts;
  private readonly alarms: AlarmScheduler;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    this.alarms = new AlarmScheduler(
      ctx.storage,
      () => this.parts.jobs(),
      () => ({ eventId: this.parts.core.stateOrNone?.event.eventId }),
    );
    this.parts = this.assemble();
    const { room, connections } = this.parts;
    addSleeping(connections, ctx);
    room.resumeConnections();
    void ctx.blockConcurrencyWhile(() => this.alarms.arm());
  }

  private assemble(): Parts {
    return assembleParts(this.ctx, this.env, {
      alarms: this.alarms,
      finishImport: (definition) => this.finishImport(definition),
      eraseStorage: () => this.eraseStorage(),
      isCurrent: (registration) => this.parts.registration === registration,
    });
  }

  /** Accepts a socket, or names a viewer's relay. The worker has already authenticated the upgrade. */
  override async fetch(request: Request): Promise<Response> {
    const caller = readConnection(request, RoomConnectionSchema);
    const { room, admission, connections } = this.parts;
    const attachment = newAttachment(caller, Date.now(), connections.next());
    // Sockets of devices that lost their network can still occupy places.
    if (!connections.hasPlaceFor(caller)) connections.reap(Date.now(), lastPings(this.ctx));
    const opened = await room.withCurrentDefinition<WebSocket | number>(caller, async () => {
      // The room registers with the hub before it accepts the socket, so that the hub tells it about a session that
      // ends in between.
      await this.parts.registration.register();
      const refusal = admission.refusal(caller);
      if (refusal !== null) return { ok: false, code: refusal };
      const place = admission.placeFor(caller);
      if (place === null) return { ok: false, code: 'unavailable' };
      if (place !== 'here') return { ok: true, value: place };
      return { ok: true, value: openConnection(connections, this.ctx, attachment) };
    });
    if (!opened.ok) return refuseUpgrade(opened.code);
    if (typeof opened.value === 'number') return goToRelay(opened.value);
    return new Response(null, { status: 101, webSocket: opened.value });
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void {
    const connection = this.parts.connections.get(socket);
    if (connection !== undefined) this.parts.room.receive(connection, data);
  }

  override webSocketClose(socket: WebSocket, code: number, reason: string): void {
    noteClosed(this.parts.connections, socket);
    closeBack(socket, code, reason);
  }

  override webSocketError(socket: WebSocket): void {
    noteClosed(this.parts.connections, socket);
  }

  override async alarm(): Promise<void> {
    await this.alarms.ring();
  }

  async applyDefinition(definition: EventDefinition, actor: Actor, restoredTo?: string): Promise<void> {
    if (!this.parts.eventImport.isOpen) this.parts.room.applyDefinition(definition, actor, restoredTo);
  }

  async beginImport(head: EventFileHead, ids: Record<string, string>, ownerId: string): Promise<Result<null>> {
    const begun = this.parts.eventImport.begin(head, ids, ownerId, Date.now());
    await this.alarms.arm();
    return begun;
  }

  async addToImport(offset: number, part: string): Promise<Result<ImportProgress>> {
    return this.parts.eventImport.add(offset, part, Date.now());
  }

  async checkImport(): Promise<Result<{ head: string; ids: Record<string, string>; ownerId: string }>> {
    return this.parts.eventImport.check();
  }

  async finishImport(definition: EventDefinition): Promise<Result<null>> {
    if (!this.parts.eventImport.isOpen) return this.parts.eventImport.outcome;
    this.parts.eventImport.finish(definition, newId(), Date.now());
    this.parts = this.assemble();
    const { room, core } = this.parts;
    core.store.addToJournal([{ actor: 'system', kind: 'imported' }], Date.now(), () => {});
    room.applyDefinition(definition, 'system');
    await this.alarms.arm();
    return this.parts.eventImport.outcome;
  }

  async discardImport(): Promise<Result<null>> {
    return await this.parts.eventImport.giveUp();
  }

  async findRestorePoint(
    context: RoomCallContext,
    point: RestorePoint,
  ): Promise<Result<{ bookmark: string; generation: number }>> {
    const { core, room, recovery } = this.parts;
    // A deleted room refuses calls that need its event; only a restore brings it back.
    return core.stateOrNone?.deleted === true
      ? await recovery.findBookmark(point)
      : await room.withCurrentDefinition(context, () => recovery.findBookmark(point));
  }

  async restoreTo(bookmark: string): Promise<Result<{ undoBookmark: string }>> {
    return await this.parts.recovery.restoreTo(bookmark);
  }

  async restart(): Promise<void> {
    this.parts.recovery.restart();
  }

  async subscribe(relay: number, viewers: number): Promise<Result<Publication>> {
    return this.parts.room.subscribe(relay, viewers);
  }

  async setAccount(account: AccountState): Promise<void> {
    this.parts.room.setAccount(account);
  }

  async endSessions(sessionIds: readonly string[], how?: SessionEnd): Promise<void> {
    this.parts.admission.endSessions(sessionIds, how);
  }

  async deleteEvent(): Promise<void> {
    this.parts.room.markDeleted();
  }

  /** The hub calls this during its billing job, so the active days are recorded without another call to the hub. */
  async erase(): Promise<Result<null>> {
    const { room, promptDeliveries } = this.parts;
    room.stop();
    if (!(await promptDeliveries.recordAll())) return { ok: false, code: 'unavailable' };
    await this.eraseStorage();
    return { ok: true, value: null };
  }

  private async eraseStorage(): Promise<void> {
    await this.ctx.blockConcurrencyWhile(async () => {
      await this.ctx.storage.deleteAll();
      this.parts = this.assemble();
      await this.alarms.arm();
    });
  }

  async ping(): Promise<void> {
    this.parts.core.store.tryToWrite();
  }
}

const goToRelay = (relay: number): Response =>
  new Response(null, { status: 204, headers: { [GO_TO_RELAY_HEADER]: String(relay) } });
