import { assertNever } from '../../shared/assert-never';
import { CLOSE } from '../../shared/protocol/version';
import type { EventDefinition } from '../../rpc/definition';
import type { AccountState, Actor, RoomCallContext } from '../../rpc/identity';
import type { Publication } from '../../rpc/relay-api';
import type { Result } from '../../rpc/result';
import type { Follower, RoomCore, Signal } from '../core/room-core';
import type { FlushPipeline } from '../counting/flush-pipeline';
import type { Evacuations } from '../evacuation/evacuations';
import type { AlertTracker } from '../live/alerts';
import type { Metrics } from '../live/metrics';
import type { Orders } from '../orders/orders';
import { isOfOldLink } from '../sockets/admission';
import { type Connection, tellDeletedAndClose } from '../sockets/connection';
import type { Connections } from '../sockets/connections';
import type { DeviceMessages } from '../sockets/device-messages';
import { fanOut } from '../sockets/fan-out';
import type { Joins } from '../sockets/joins';
import { readUpFrame } from '../sockets/read-up-frame';
import type { TapEntry } from '../sockets/tap-entry';
import type { Viewers } from '../sockets/viewers';
import type { Doubts } from '../sources/doubts';
import { diffDefinition, firstState, lockChange } from '../state/definition';
import { withAccount } from '../state/room-state';
import type { DefinitionPull } from './definition-pull';

export interface RoomDeps {
  connections: Connections;
  definitionPull: DefinitionPull;
  pipeline: FlushPipeline;
  evacuations: Evacuations;
  doubts: Doubts;
  viewers: Viewers;
  deviceMessages: DeviceMessages;
  joins: Joins;
  taps: TapEntry;
  metrics: Metrics;
  orders: Orders;
  alerts: AlertTracker;
}

/**
 * One event's frames, definition and end, independent of the host. Calls and frames are processed one at a time, because
 * the Durable Object's input gate is closed during storage calls.
 */
export class Room implements Follower {
  private isStopped = false;

  constructor(
    private readonly core: RoomCore,
    private readonly deps: RoomDeps,
  ) {}

  /**
   * Asks D1 whether the event was changed or deleted without a call to this room, and applies that. Returns false if D1
   * has no row of the event.
   */
  async refreshDefinition(): Promise<boolean> {
    this.deps.metrics.logWhenDue();
    if (this.core.stateOrNone === undefined || this.core.stateOrNone.deleted) return true;
    return (await this.deps.definitionPull.load(this.core.stateOrNone.event.eventId)) !== 'missing';
  }

  /** Logs what was counted in a minute that is over; with `isLast` at once, because nothing else may come that would. */
  logMinute({ isLast }: { isLast: boolean }): void {
    this.deps.metrics.logWhenDue({ isLast });
  }

  /**
   * Makes sure that the room is not behind D1, then calls `work`; not_found if the event is deleted. If D1 does not
   * answer, a room that knows its event keeps counting, and a room that does not know it is unavailable.
   */
  async withCurrentDefinition<T>(
    context: RoomCallContext,
    work: () => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> {
    const isBehind = this.core.stateOrNone === undefined || context.revision > this.core.stateOrNone.event.revision;
    const found = isBehind ? await this.deps.definitionPull.load(context.eventId) : 'known';
    if (this.core.stateOrNone === undefined)
      return { ok: false, code: found === undefined ? 'unavailable' : 'not_found' };
    if (this.core.stateOrNone.deleted) return { ok: false, code: 'not_found' };
    this.setAccount(context.account);
    return await work();
  }

  signaled(signal: Signal): void {
    if (signal.type !== 'definition') return;
    if (signal.found === 'deleted') this.markDeleted();
    else this.learn(signal.found);
  }

  /** A room learns of its event from D1 when it is opened. Some admin of the account has set up what it then finds. */
  private learn(definition: EventDefinition): void {
    this.applyDefinition(definition, this.core.stateOrNone === undefined ? 'admin' : 'system');
  }

  applyDefinition(definition: EventDefinition, actor: Actor, restoredTo?: string): void {
    const { core, deps } = this;
    if (this.isStopped || core.stateOrNone?.deleted) return;
    core.flush();
    const before = core.stateOrNone ?? firstState(definition, core.newId());
    const change = diffDefinition(before, definition, actor, core.now(), { epoch: core.newId(), to: restoredTo });
    if (change.state !== before) {
      core.commit(deps.evacuations.followed(change.state), change.entries);
      deps.doubts.counted();
    }
    if (change.isNewCode) deps.connections.closeOldCode(definition.eventId);
    if (change.state.event !== before.event)
      deps.connections.closeWhere((connection) => isOfOldLink(connection, change.state.event.displaySession));
    if (change.isRestored) {
      this.disconnect();
      core.announceSoon();
    }
    if (change.accountChanged) this.announceAccount();
    if (change.eventChanged) deps.deviceMessages.event.tell();
    if (change.areasChanged) deps.deviceMessages.tell({ type: 'areas_changed', eventId: definition.eventId });
    // Relays also have to learn about a new display link, which no frame shows.
    if (change.state.event !== before.event || change.areasChanged) core.signal({ type: 'display' });
  }

  setAccount(given: AccountState): void {
    if (this.core.stateOrNone === undefined) return;
    const account = withAccount(this.core.stateOrNone.account, given, this.core.now());
    if (account === this.core.stateOrNone.account) return;
    this.core.flush();
    this.core.commit({ ...this.core.stateOrNone, account }, lockChange(this.core.stateOrNone.account, account));
    this.announceAccount();
  }

  /** Called when the event is deleted. Counts queued taps, refuses held ones, tells all devices and disconnects them. */
  markDeleted(): void {
    if (this.core.stateOrNone === undefined || this.core.stateOrNone.deleted) return;
    this.core.flush();
    this.core.commit({ ...this.core.stateOrNone, deleted: true }, [{ actor: 'system', kind: 'event_deleted' }]);
    this.deps.pipeline.close();
    fanOut(this.deps.connections.all(), (connection) => tellDeletedAndClose(connection, this.core.state.event.eventId));
    this.deps.viewers.relays.end();
  }

  /** Does what {@link markDeleted} does. Then work that still runs changes nothing: the storage is about to be erased. */
  stop(): void {
    this.markDeleted();
    this.isStopped = true;
  }

  /** Does what RoomApi's call with this name does. */
  subscribe(relay: number, viewers: number): Result<Publication> {
    if (this.core.stateOrNone === undefined || this.core.stateOrNone.deleted) return { ok: false, code: 'not_found' };
    return this.deps.viewers.subscribe(relay, viewers);
  }

  /** Processes one frame of a device. The frame's content never makes it throw. */
  receive(connection: Connection, data: string | ArrayBuffer): void {
    if (!connection.isOpen) return;
    if (this.core.state.deleted) return tellDeletedAndClose(connection, this.core.state.event.eventId);
    if (!connection.allowFrame(this.core.now())) return connection.refuse('too_fast', CLOSE.tooFast);
    const frame = readUpFrame(data);
    if (frame === null) return connection.refuse('bad_frame', CLOSE.badFrame);
    if (connection.tier === 'viewer') return this.deps.viewers.receive(connection, frame);
    if (frame.type === 'join_event') return this.deps.joins.join(connection, frame);
    const { reply, clientId } = connection;
    if (reply === null || clientId === null) return connection.refuse('not_joined', CLOSE.badFrame);
    switch (frame.type) {
      case 'request_sync':
        return this.deps.joins.sync(connection, clientId);
      case 'answer':
        return connection.refuse('forbidden', CLOSE.notAllowed);
      case 'update_occupancy': {
        if (frame.eventId !== this.core.state.event.eventId) return connection.refuse('wrong_event', CLOSE.badFrame);
        return this.deps.taps.fromSocket(connection, frame, clientId, reply);
      }
      default:
        return assertNever(frame);
    }
  }

  private announceAccount(): void {
    this.deps.deviceMessages.tell({ type: 'force_refresh' });
    this.core.signal({ type: 'locks' });
  }

  /** Closes all sockets because of a restore. The devices reconnect by themselves and find another epoch. */
  disconnect(): void {
    this.deps.connections.closeWhere(() => true, { code: CLOSE.goingAway, reason: 'restored' });
    this.core.store.forgetConnections(this.core.now());
  }

  /** Called when the room starts, after the sockets that slept through hibernation were added. */
  resumeConnections(): void {
    const { stateOrNone: current } = this.core;
    if (current === undefined) {
      // Devices that are connected to a room without an event did not learn in time that the event was deleted.
      fanOut(this.deps.connections.all(), (connection) => connection.close(CLOSE.eventDeleted, 'event_deleted'));
      return;
    }
    this.deps.orders.woke(current);
    this.deps.alerts.checkAll(current);
  }
}
