import { writeDownFrame } from '../../shared/protocol/codec';
import { readUpFrame } from '../sockets/read-up-frame';
import type { PollAnswer, Sync } from '../../shared/protocol/down';
import { CLOSE } from '../../shared/protocol/version';
import type { AlertPage } from '../../rpc/alert-page';
import type { PollFrom, Reader } from '../../rpc/reader';
import type { AreaList } from '../../shared/schemas/area';
import type { Device } from '../../shared/schemas/device';
import type { Flow } from '../../shared/schemas/flow';
import { assertNever } from '../../shared/assert-never';
import { DeviceMessages } from '../sockets/device-messages';
import { Admission, isOfOldLink } from '../sockets/admission';
import { Viewers } from '../sockets/viewers';
import type { RelaysDeps } from '../sockets/relays';
import { Broadcast, type BroadcastDeps } from '../sockets/broadcast';
import { roomClock } from '../core/clock';
import { type Connection, tellDeletedAndClose } from '../sockets/connection';
import type { Connections } from '../sockets/connections';
import type { EventDefinition } from '../../rpc/definition';
import type { AccountState, Actor, Principal, RoomCallContext } from '../../rpc/identity';
import type { Publication } from '../../rpc/relay-api';
import type { Result } from '../../rpc/result';
import { firstState, diffDefinition, lockChange } from '../state/definition';
import { fanOut } from '../sockets/fan-out';
import { areaList, controlText, occupancyFrame, type OpenAlertsAndOrders, syncFrame } from '../sockets/frames';
import { Joins } from '../sockets/joins';
import { FlushPipeline, type FlushPipelineDeps } from '../counting/flush-pipeline';
import { RoomMemory } from '../core/memory';
import type { JournalEntry } from '../state/journal-entry';
import { AfterCommit, type AfterCommitDeps } from './after-commit';
import { Evacuations } from '../evacuation/evacuations';
import { Orders } from '../orders/orders';
import type { MachineAlerts } from '../sources/machine-alerts';
import type { DoubtsDeps } from '../sources/doubts';
import { Sources, type SourcesDeps } from '../sources/sources';
import { OccupancySetter } from '../counting/occupancy-setter';
import { DefinitionPull, type DefinitionPullDeps } from './definition-pull';
import type { FlushedState } from '../state/flushed-state';
import { latestTime, type RoomState, withAccount, withTrial } from '../state/room-state';
import { Locks } from '../counting/locks';
import { TapEntry } from '../sockets/tap-entry';
import { TrialBudget, type TrialBudgetDeps } from '../counting/trial-budget';

export interface RoomDeps
  extends
    Pick<AfterCommitDeps, 'synced' | 'windows' | 'onSlow' | 'announceSoon' | 'wakeBy'>,
    Pick<DefinitionPullDeps, 'findDefinition'>,
    Pick<TrialBudgetDeps, 'trialTaps' | 'onFreeTaps'>,
    Pick<SourcesDeps, 'batchesPerMinute'>,
    Pick<BroadcastDeps, 'shownChanged'>,
    Pick<RelaysDeps, 'relayOf' | 'viewersPerRelay'>,
    Pick<FlushPipelineDeps, 'store' | 'now' | 'isBillingOn' | 'onActiveDays' | 'onOutdatedReports' | 'onFailedCommit'> {
  connections: Connections;
  /** Returns a random id for an epoch, an alert, or a client that joins without a client id. */
  newId(): string;
}

/**
 * One event's counts and devices, independent of the host. Calls and frames are processed one at a time, because the
 * Durable Object's input gate is closed during storage calls.
 */
export class Room {
  private readonly memory: RoomMemory;
  private readonly trial: TrialBudget;
  private readonly locks: Locks;
  private readonly pipeline: FlushPipeline;
  private readonly taps: TapEntry;
  readonly admission: Admission;
  readonly occupancies: OccupancySetter;
  readonly orders: Orders;
  readonly evacuations: Evacuations;
  readonly sources: Sources;
  readonly machineAlerts: MachineAlerts;
  private readonly joins: Joins;
  private readonly broadcast: Broadcast;
  private readonly afterCommit: AfterCommit;
  private readonly viewers: Viewers;
  private readonly deviceMessages: DeviceMessages;
  private isStopped = false;
  private readonly definitionPull: DefinitionPull;
  private readonly deps: RoomDeps;

  constructor(host: RoomDeps) {
    this.memory = new RoomMemory(host.store, (clientId) => this.afterCommit.devices.asClient(clientId));
    const now = roomClock(host.now, latestTime(this.memory.stateOrNone));
    const core = {
      ...host,
      now,
      state: () => this.state,
      flush: () => this.flush(),
      flushedState: () => {
        this.flush();
        return this.state;
      },
      client: (clientId: string) => this.memory.client(clientId),
      businessDayOf: (at: number) => this.memory.days.businessDayOf(at),
      syncFrame: (...device: Parameters<Room['syncFrame']>) => this.syncFrame(...device),
    };
    this.deps = core;
    this.broadcast = new Broadcast({
      ...core,
      receivers: (tier) => (tier === 'relay' ? this.viewers.relays.all : host.connections.inTier(tier)),
      reached: (tier) => (tier === 'relay' ? this.viewers.relays.viewers : host.connections.inTier(tier).size),
      text: (tier, areaIds) => {
        if (tier === 'counting') return writeDownFrame(occupancyFrame(this.state, areaIds));
        return tier === 'relay' ? this.viewers.relayedFrame : this.viewers.frame;
      },
      control: (about) => controlText(this.state, about, this.afterCommit.alerts.list, this.orders.teller),
    });
    this.viewers = new Viewers({ ...core, touch: () => this.broadcast.touchViewers() });
    this.admission = new Admission({ ...core, viewers: this.viewers });
    this.deviceMessages = new DeviceMessages({ ...core, event: () => this.state.event.event });
    this.afterCommit = new AfterCommit({
      ...core,
      state: () => this.stateOrNone,
      alertsChanged: () => this.broadcast.touchControl('alerts'),
      devicesChanged: () => this.orders.devicesChanged(),
    });
    const { devices } = this.afterCommit;
    this.orders = new Orders({
      ...core,
      devices,
      ordersChanged: () => this.broadcast.touchControl('orders'),
    });
    this.joins = new Joins({ ...core, devices });
    this.definitionPull = new DefinitionPull({
      ...core,
      take: (definition) => (definition === 'deleted' ? this.markDeleted() : this.learn(definition)),
    });
    this.trial = new TrialBudget({ ...core, state: () => this.stateOrNone, onSpent: () => this.syncDevices() });
    this.locks = new Locks({ ...core, trial: this.trial });
    this.pipeline = new FlushPipeline({
      ...core,
      memory: this.memory,
      trial: this.trial,
      afterCommit: this.afterCommit,
      broadcast: this.broadcast,
      askForAreas: async () => (await this.definitionPull.load(this.state.event.eventId)) !== undefined,
    });
    this.machineAlerts = this.afterCommit.machineAlerts;
    const commit: DoubtsDeps['commit'] = (after, entries, areaIds) => {
      this.commitChange(after, entries);
      this.broadcast.touch(areaIds);
    };
    this.sources = new Sources({ ...core, commit, pipeline: this.pipeline, machineAlerts: this.machineAlerts });
    this.taps = new TapEntry({ ...core, submit: (batch) => this.pipeline.submit(batch) });
    this.occupancies = new OccupancySetter({ ...core, commit, doubts: this.sources.doubts });
    this.evacuations = new Evacuations({
      ...core,
      devices,
      occupancies: this.occupancies,
      commit: (after, entries) => this.commitChange(after, entries),
      orders: this.orders,
      evacuationChanged: (recounted) => this.broadcast.touchEvacuation(recounted),
    });
  }

  /** Counts all queued taps and returns the state; undefined in a room without an event or with a deleted event. */
  flushNow(): FlushedState | undefined {
    if (this.stateOrNone === undefined || this.stateOrNone.deleted) return undefined;
    this.flush();
    return { event: this.state.event, days: this.memory.days, now: this.deps.now() };
  }

  /**
   * Asks D1 whether the event was changed or deleted without a call to this room, and applies that. Returns false if D1
   * has no row of the event.
   */
  async refreshDefinition(): Promise<boolean> {
    this.afterCommit.metrics.logWhenDue();
    if (this.stateOrNone === undefined || this.stateOrNone.deleted) return true;
    return (await this.definitionPull.load(this.stateOrNone.event.eventId)) !== 'missing';
  }

  /** Called when the last socket has closed: nothing else may come that would log what was counted. */
  logLastMinute(): void {
    this.afterCommit.metrics.logWhenDue({ isLast: true });
  }

  /** Undefined in a room that does not know its event yet. */
  get stateOrNone(): RoomState | undefined {
    return this.memory.stateOrNone;
  }

  get event(): RoomState['event'] | undefined {
    return this.stateOrNone?.event;
  }

  /**
   * Makes sure that the room is not behind D1, then calls `work`; not_found if the event is deleted. If D1 does not
   * answer, a room that knows its event keeps counting, and a room that does not know it is unavailable.
   */
  async withCurrentDefinition<T>(
    context: RoomCallContext,
    work: () => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> {
    const isBehind = this.stateOrNone === undefined || context.revision > this.stateOrNone.event.revision;
    const found = isBehind ? await this.definitionPull.load(context.eventId) : 'known';
    if (this.stateOrNone === undefined) return { ok: false, code: found === undefined ? 'unavailable' : 'not_found' };
    if (this.stateOrNone.deleted) return { ok: false, code: 'not_found' };
    this.setAccount(context.account);
    return await work();
  }

  /** A room learns of its event from D1 when it is opened. What it then finds, the event's admin has set up. */
  private learn(definition: EventDefinition): void {
    this.applyDefinition(definition, this.stateOrNone === undefined ? `admin:${definition.ownerId}` : 'system');
  }

  applyDefinition(definition: EventDefinition, actor: Actor, restoredTo?: string): void {
    if (this.isStopped || this.stateOrNone?.deleted) return;
    this.flush();
    const { deps } = this;
    const before = this.stateOrNone ?? firstState(definition, deps.newId());
    const change = diffDefinition(before, definition, actor, deps.now(), { epoch: deps.newId(), to: restoredTo });
    if (change.state !== before) {
      this.commitChange(this.evacuations.followed(change.state), change.entries);
      this.sources.doubts.counted();
    }
    if (change.isNewCode) deps.connections.closeOldCode(definition.eventId);
    if (change.state.event !== before.event)
      deps.connections.closeWhere((connection) => isOfOldLink(connection, change.state.event.displaySession));
    if (change.isRestored) {
      this.disconnect();
      deps.announceSoon();
    }
    if (change.accountChanged) this.announceAccount();
    if (change.eventChanged) this.deviceMessages.event.tell();
    if (change.areasChanged) this.deviceMessages.tell({ type: 'areas_changed', eventId: definition.eventId });
    // Relays also have to learn about a new display link, which no frame shows.
    if (change.state.event !== before.event || change.areasChanged) this.broadcast.touchViewers();
  }

  setAccount(given: AccountState): void {
    if (this.stateOrNone === undefined) return;
    const account = withAccount(this.stateOrNone.account, given, this.deps.now());
    if (account === this.stateOrNone.account) return;
    this.flush();
    this.commitChange({ ...this.stateOrNone, account }, lockChange(this.stateOrNone.account, account));
    this.announceAccount();
  }

  /** Each call uses up one frame of the session's allowance, because it flushes the queue. */
  listAreas(reader: Reader = {}): Result<AreaList> {
    const { sessionId } = reader;
    const waitMs = sessionId === undefined ? 0 : this.deps.connections.allowances.frame(sessionId, this.deps.now());
    if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };
    this.flush();
    return { ok: true, value: areaList(this.state, this.openAlertsAndOrders(reader), this.locks.stop) };
  }

  listDevices(): Result<Device[]> {
    this.flush();
    return { ok: true, value: this.afterCommit.devices.list(this.memory.days.businessDayOf(this.deps.now())) };
  }

  readFlow(): Result<Flow> {
    this.flush();
    return { ok: true, value: this.afterCommit.flow.read(this.state, this.deps.now()) };
  }

  readonly acknowledgeAlert: AfterCommit['acknowledge'] = (...args) => this.afterCommit.acknowledge(...args);
  readonly listAlerts = (page: AlertPage) => this.afterCommit.listed(page, this.state);

  /** What displays show, as JSON. It does not flush: people without a session must not decide when the room writes. */
  readDisplay(): Result<string> {
    return { ok: true, value: this.viewers.body };
  }

  /** Called when the event is deleted. Counts queued taps, refuses held ones, tells all devices and disconnects them. */
  markDeleted(): void {
    if (this.stateOrNone === undefined || this.stateOrNone.deleted) return;
    this.flush();
    this.commitChange({ ...this.stateOrNone, deleted: true }, [{ actor: 'system', kind: 'event_deleted' }]);
    this.pipeline.close();
    fanOut(this.deps.connections.all(), (connection) => tellDeletedAndClose(connection, this.state.event.eventId));
    this.viewers.relays.end();
  }

  /** Does what {@link markDeleted} does. Then work that still runs changes nothing: the storage is about to be erased. */
  stop(): void {
    this.markDeleted();
    this.isStopped = true;
  }

  /** Does what RoomApi's call with this name does. */
  subscribe(relay: number, viewers: number): Result<Publication> {
    if (this.stateOrNone === undefined || this.stateOrNone.deleted) return { ok: false, code: 'not_found' };
    return this.viewers.subscribe(relay, viewers);
  }

  /** Counts the taps of a polling call; resolves once they are durable or refused. */
  async poll(principal: Principal, poll: PollFrom, sessionId: string): Promise<Result<PollAnswer>> {
    return await this.taps.fromCall(principal, sessionId, poll);
  }

  /** Processes one frame of a device. The frame's content never makes it throw. */
  receive(connection: Connection, data: string | ArrayBuffer): void {
    if (!connection.isOpen) return;
    if (this.state.deleted) return tellDeletedAndClose(connection, this.state.event.eventId);
    if (!connection.allowFrame(this.deps.now())) return connection.refuse('too_fast', CLOSE.tooFast);
    const frame = readUpFrame(data);
    if (frame === null) return connection.refuse('bad_frame', CLOSE.badFrame);
    if (connection.tier === 'viewer') return this.viewers.receive(connection, frame);
    if (frame.type === 'join_event') return this.joins.join(connection, frame);
    const { reply, clientId } = connection;
    if (reply === null || clientId === null) return connection.refuse('not_joined', CLOSE.badFrame);
    switch (frame.type) {
      case 'request_sync':
        return this.joins.sync(connection, clientId);
      case 'answer':
        return connection.refuse('forbidden', CLOSE.notAllowed);
      case 'update_occupancy': {
        if (frame.eventId !== this.state.event.eventId) return connection.refuse('wrong_event', CLOSE.badFrame);
        return this.taps.fromSocket(connection, frame, clientId, reply);
      }
      default:
        return assertNever(frame);
    }
  }

  private syncFrame(clientId: string, principal: Principal, device?: Reader['device']): Sync {
    const lastSeq = this.memory.client(clientId)?.lastSeq ?? 0;
    const client = { clientId, lastSeq, confirmedOrders: this.orders.confirmedOn(clientId) };
    return syncFrame(this.state, client, this.openAlertsAndOrders({ principal, clientId, device }), this.locks.stop);
  }

  private flush(): void {
    if (this.stateOrNone !== undefined) this.pipeline.flush();
  }

  private openAlertsAndOrders(reader: Reader): OpenAlertsAndOrders {
    return { alerts: this.afterCommit.alerts.list, orders: this.orders.teller(reader) };
  }

  private get state(): RoomState {
    return this.memory.state;
  }

  private commitChange(changed: RoomState, entries: readonly JournalEntry[]): void {
    const before = this.stateOrNone;
    const after = withTrial(before?.account, changed, () => this.deps.store.takenTaps());
    this.deps.store.commitChange(before, after, entries, this.deps.now());
    this.memory.stateOrNone = after;
    this.afterCommit.changed(before, after);
    this.orders.stateChanged(after);
    if (before?.evacuation !== after.evacuation && this.locks.hold) this.syncDevices();
  }

  private announceAccount(): void {
    this.deviceMessages.tell({ type: 'force_refresh' });
    this.syncDevices();
  }

  private syncDevices(): void {
    fanOut(this.deps.connections.inTier('counting'), (connection) => {
      if (connection.clientId !== null) connection.sendFrame(this.syncFrame(connection.clientId, connection.principal));
    });
  }

  /** Closes all sockets because of a restore. The devices reconnect by themselves and find another epoch. */
  disconnect(): void {
    this.deps.connections.closeWhere(() => true, { code: CLOSE.goingAway, reason: 'restored' });
    this.deps.store.forgetConnections(this.deps.now());
  }

  /** Called when the room starts, after the sockets that slept through hibernation were added. */
  resumeConnections(): void {
    const { stateOrNone: current } = this.memory;
    if (current === undefined) {
      // Devices that are connected to a room without an event did not learn in time that the event was deleted.
      fanOut(this.deps.connections.all(), (connection) => connection.close(CLOSE.eventDeleted, 'event_deleted'));
      return;
    }
    this.orders.woke(current);
    this.afterCommit.alerts.checkAll(current);
  }
}
