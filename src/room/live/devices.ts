import type { Follower, RoomCore } from '../core/room-core';
import type { Counted } from '../storage/flush';
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
import { liveAreas } from '../state/room-state';

/**
 * Keeps track of the devices that count in this event. It writes when a device joins or leaves, never for a tap. A
 * failed write is logged and delays nothing.
 */
export class DeviceTracker implements Follower {
  /** Undefined until `list` is first called after the room woke. */
  private today: DeviceDay | undefined;

  constructor(
    private readonly core: RoomCore,
    private readonly connections: Connections,
  ) {
    connections.whenLeft((clientId) => this.left(clientId));
  }

  /** Called when a connection has joined as `clientId`. The frame says on which device. */
  joined({ principal }: Connection, clientId: string, frame: JoinEvent): void {
    const device = deviceIn(clientId, frame);
    this.attempt(() => {
      const before = this.core.store.devices.of(clientId);
      const after: JoinedClient = { clientId, ...device, principal, joinedAt: this.core.now(), leftAt: null };
      if (before !== undefined && before.leftAt === null && isSameDevice(before, after)) return;
      this.core.store.devices.put(after);
      this.today?.put(after);
    });
    this.core.signal({ type: 'devices' });
  }

  /** Called after each commit, when the draft's rows are stored. */
  counted(draft: Counted): void {
    this.today?.counted(draft.rows, draft.clients.values(), draft.now);
  }

  /** The devices that counted or were connected on this business day, and all that are connected now. Counts all queued taps. */
  list(): Device[] {
    this.core.flush();
    const day = this.core.businessDayOf(this.core.now());
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
    const state = this.core.stateOrNone;
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
    const all = [...this.connections.inTier('counting')];
    return all.flatMap((connection) => (connection.sessionId === sessionId ? (connection.clientId ?? []) : []));
  }

  private known(clientId: string): JoinedClient | undefined {
    let joined: JoinedClient | undefined;
    this.attempt(() => {
      joined = this.core.store.devices.of(clientId);
    });
    return joined;
  }

  /** Notes on which device a client counts that has not joined, because it only polls. */
  polled(clientId: string, principal: Principal, about: JoinedAs): JoinedClient {
    const now = this.core.now();
    const client = { clientId, ...deviceIn(clientId, about), principal, joinedAt: now, leftAt: now };
    this.core.store.devices.put(client);
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
    const client = this.core.store.devices.of(clientId);
    return client?.principal === actor ? client.name : null;
  }

  private left(clientId: string): void {
    const at = this.core.now();
    this.today?.left(clientId, at);
    this.attempt(() => this.core.store.devices.setLeft(clientId, at));
    this.core.signal({ type: 'devices' });
  }

  private read(day: BusinessDay): DeviceDay {
    // A tap is never received before it occurred.
    return new DeviceDay(day, this.sourceOf(day, this.core.store.rowsSince(day.startsAt)));
  }

  private sourceOf(day: BusinessDay, rows: DeviceDaySource['rows']): DeviceDaySource {
    const { store } = this.core;
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
    const state = this.core.stateOrNone;
    const isAnybodyInside = state !== undefined && liveAreas(state).some(({ occupancy }) => occupancy > 0);
    return this.core.store.sources.clients(isAnybodyInside ? 0 : day.startsAt, this.core.now());
  }

  private online(): Map<string, Principal> {
    const online = new Map<string, Principal>();
    for (const { clientId, principal, mayCount } of this.connections.inTier('counting')) {
      if (clientId !== null && mayCount) online.set(clientId, principal);
    }
    for (const source of this.core.store.sources.counting(this.core.now())) online.set(source, source);
    return online;
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      logError('room.device', error, { eventId: this.core.stateOrNone?.event.eventId });
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
