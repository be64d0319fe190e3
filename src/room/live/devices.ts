import { logError } from '../../observability/log';
import type { JoinEvent } from '../../shared/protocol/up';
import type { BusinessDay } from '../../shared/rules/business-day';
import { usableDeviceName } from '../../shared/visible-text';
import type { Device } from '../../shared/schemas/device';
import type { Actor, Principal } from '../../rpc/identity';
import type { Reader } from '../../rpc/reader';
import type { AddressedDevice } from '../../shared/rules/orders/in-force';
import type { Connections } from '../sockets/connections';
import type { Connection } from '../sockets/connection';
import { DeviceDay, type DeviceDaySource, type PresentDevice } from './device-day';
import type { JoinedClient } from '../storage/device-rows';
import type { Draft } from '../counting/draft';
import type { RoomStore } from '../storage/room-store';
import type { Clock } from '../ports';
import { type ClientState, liveAreas, type RoomState } from '../state/room-state';

export interface DeviceTrackerDeps {
  store: RoomStore;
  connections: Connections;
  now: Clock;
  /** Undefined in a room that does not know its event yet. */
  state(): RoomState | undefined;
  /** Called when a device has joined or left. */
  devicesChanged(): void;
}

/**
 * Keeps track of the devices that count in this event. It writes when a device joins or leaves, never for a tap. A
 * failed write is logged and delays nothing.
 */
export class DeviceTracker {
  /** Undefined until `list` is first called after the room woke. */
  private today: DeviceDay | undefined;

  constructor(private readonly deps: DeviceTrackerDeps) {
    deps.connections.whenLeft((clientId) => this.left(clientId));
  }

  /** Called when a connection has joined as `clientId`. The frame says on which device. */
  joined({ principal }: Connection, clientId: string, frame: JoinEvent): void {
    const device = deviceIn(clientId, frame);
    this.attempt(() => {
      const before = this.deps.store.devices.of(clientId);
      const after: JoinedClient = { clientId, ...device, principal, joinedAt: this.deps.now(), leftAt: null };
      if (before !== undefined && before.leftAt === null && isSameDevice(before, after)) return;
      this.deps.store.devices.put(after);
      this.today?.put(after);
    });
    this.deps.devicesChanged();
  }

  /**
   * The state of a client that has joined but never counted: it already belongs to its principal. Undefined if it has
   * not joined.
   */
  asClient(clientId: string): ClientState | undefined {
    const joined = this.deps.store.devices.of(clientId);
    return joined && { clientId, principal: joined.principal, lastSeq: 0, version: 0 };
  }

  /** Called after each commit, when the draft's rows are stored. */
  counted(draft: Draft): void {
    this.today?.counted(draft.rows, draft.clients.values(), draft.now);
  }

  /** The devices that counted or were connected on the business day, and all devices that are connected now. */
  list(day: BusinessDay): Device[] {
    const today = this.dayOf(day);
    for (const source of this.sources(day)) today.put(source);
    return today.devices(this.online());
  }

  /** The same devices, as orders address them. It reads no ledger, so that no tap waits for an order. */
  present(day: BusinessDay): PresentDevice[] {
    return new DeviceDay(day, this.sourceOf(day, [])).present(this.online());
  }

  /**
   * The devices for which somebody reads, as orders address them. One of which the room knows nothing, or whose area does
   * not exist any more, counts in all areas, so that no order passes it by. Never throws, because counts wait for it.
   */
  addressed({ principal, sessionId, clientId, device }: Reader): AddressedDevice[] {
    const state = this.deps.state();
    const areaIds = new Set(state && liveAreas(state).map(({ areaId }) => areaId));
    const inLiveArea = ({ deviceId, areaId }: AddressedDevice): AddressedDevice => {
      return { deviceId, areaId: areaId !== null && areaIds.has(areaId) ? areaId : null };
    };
    if (device !== undefined) return [inLiveArea(device)];
    const addressed = (id: string): AddressedDevice => {
      const joined = this.known(id);
      if (joined === undefined || joined.principal !== principal) return { deviceId: id, areaId: null };
      return inLiveArea(joined);
    };
    const own = clientId ? [clientId] : this.connected(sessionId);
    return own.length === 0 ? [ANYWHERE] : own.map(addressed);
  }

  /** The client ids under which devices of the session are connected. */
  private connected(sessionId: string | undefined): string[] {
    if (sessionId === undefined) return [];
    const all = [...this.deps.connections.inTier('counting')];
    return all.flatMap((connection) => (connection.sessionId === sessionId ? (connection.clientId ?? []) : []));
  }

  private known(clientId: string): JoinedClient | undefined {
    let joined: JoinedClient | undefined;
    this.attempt(() => {
      joined = this.deps.store.devices.of(clientId);
    });
    return joined;
  }

  /** Notes on which device a client counts that has not joined, because it only polls. */
  polled(clientId: string, principal: Principal, about: JoinedAs): JoinedClient {
    const now = this.deps.now();
    const client = { clientId, ...deviceIn(clientId, about), principal, joinedAt: now, leftAt: now };
    this.deps.store.devices.put(client);
    this.today?.put(client);
    return client;
  }

  private dayOf(day: BusinessDay): DeviceDay {
    if (this.today?.day.startsAt !== day.startsAt || this.today.day.endsAt !== day.endsAt) this.today = this.read(day);
    return this.today;
  }

  /**
   * The name of the device on which `actor` counts under this client id; null if the device has no name or the client
   * id belongs to another principal.
   */
  nameOf(clientId: string, actor: Actor): string | null {
    const client = this.deps.store.devices.of(clientId);
    return client?.principal === actor ? client.name : null;
  }

  private left(clientId: string): void {
    const at = this.deps.now();
    this.today?.left(clientId, at);
    this.attempt(() => this.deps.store.devices.setLeft(clientId, at));
    this.deps.devicesChanged();
  }

  private read(day: BusinessDay): DeviceDay {
    // A tap is never received before it occurred.
    return new DeviceDay(day, this.sourceOf(day, this.deps.store.rowsSince(day.startsAt)));
  }

  private sourceOf(day: BusinessDay, rows: DeviceDaySource['rows']): DeviceDaySource {
    const { store } = this.deps;
    const logged = store.loggedClients().filter(({ lastSeenAt }) => lastSeenAt >= day.startsAt);
    return {
      joined: [...store.devices.since(day.startsAt), ...this.sources(day)],
      seen: [...store.devices.seenSince(day.startsAt), ...logged],
      rows,
      joinedAs: (clientId) => store.sources.client(clientId) ?? store.devices.of(clientId),
    };
  }

  /** The sources that were heard on the day. As long as people are inside, a source that fell silent before is missed, too. */
  private sources(day: BusinessDay): JoinedClient[] {
    const state = this.deps.state();
    const isAnybodyInside = state !== undefined && liveAreas(state).some(({ occupancy }) => occupancy > 0);
    return this.deps.store.sources.clients(isAnybodyInside ? 0 : day.startsAt, this.deps.now());
  }

  private online(): Map<string, Principal> {
    const online = new Map<string, Principal>();
    for (const { clientId, principal } of this.deps.connections.inTier('counting')) {
      if (clientId !== null) online.set(clientId, principal);
    }
    for (const source of this.deps.store.sources.counting(this.deps.now())) online.set(source, source);
    return online;
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      logError('room.device', error, { eventId: this.deps.state()?.event.eventId });
    }
  }
}

/** A reader whose device is not known: it gets what is for all doors and for those of each area. */
const ANYWHERE: AddressedDevice = { deviceId: '', areaId: null };

/** What a client says about its device. */
type JoinedAs = Pick<JoinEvent, 'deviceId' | 'deviceName' | 'direction' | 'areaId'>;

const deviceIn = (clientId: string, { deviceId, deviceName, direction, areaId }: JoinedAs) => ({
  deviceId: deviceId ?? clientId,
  name: usableDeviceName(deviceName),
  direction: direction ?? 'both',
  areaId: areaId ?? null,
});

const isSameDevice = (a: JoinedClient, b: JoinedClient): boolean =>
  a.deviceId === b.deviceId &&
  a.name === b.name &&
  a.direction === b.direction &&
  a.areaId === b.areaId &&
  a.principal === b.principal;
