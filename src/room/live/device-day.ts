import type { BusinessDay } from '../../shared/rules/business-day';
import { isSideArea } from '../../shared/evacuation/side-areas';
import { latestTapAt } from '../../reports/tap-times';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { Device } from '../../shared/schemas/device';
import type { Principal } from '../../rpc/identity';
import { isGivenBack, type LedgerRow } from '../../stored/ledger';
import type { JoinedClient, SeenClient } from '../storage/device-rows';

/** What a device's sums need of a ledger row. */
export type CountedRow = Pick<
  LedgerRow,
  | 'clientId'
  | 'areaId'
  | 'otherAreaId'
  | 'firstSeq'
  | 'lastSeq'
  | 'change'
  | 'ins'
  | 'outs'
  | 'undoes'
  | 'occurredAt'
  | 'gaps'
>;

/** What a client has counted on one business day. `ins` and `outs` do not include transfers. */
interface ClientDay {
  ins: number;
  outs: number;
  lastTapAt: number;
  /** The seq of the client's first tap of the day. An undo of this seq or of a later seq belongs to the day. */
  firstSeq: number;
}

/** A day's devices as storage has them. */
export interface DeviceDaySource {
  joined: readonly JoinedClient[];
  seen: readonly SeenClient[];
  /** The ledger rows that were received since the day began, in order. Others among them are skipped. */
  rows: Iterable<CountedRow>;
  /** The stored join of a client that is not among the day's clients. */
  joinedAs(clientId: string): JoinedClient | undefined;
}

/** A device as orders address it. */
export interface PresentDevice extends Pick<JoinedClient, 'deviceId' | 'name' | 'direction' | 'areaId' | 'principal'> {
  isOnline: boolean;
  /** Since when it is connected, or not connected any more; epoch ms. */
  since: number;
}

/** One client on a device. A client id is one page load; all clients of one device and principal are added up. */
interface ClientView {
  joined: JoinedClient;
  isOnline: boolean;
  offlineSince: number;
}

const NAMELESS = { name: null, direction: 'both', areaId: null, joinedAt: 0, leftAt: null } as const;

const laterOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/**
 * The devices of one business day in memory. They are read from storage once, then updated with each join, leave and
 * commit.
 */
export class DeviceDay {
  private readonly joined = new Map<string, JoinedClient>();
  private readonly seen = new Map<string, SeenClient>();
  private readonly taps = new Map<string, ClientDay>();

  constructor(
    readonly day: BusinessDay,
    private readonly source: DeviceDaySource,
  ) {
    for (const client of source.joined) this.put(client);
    for (const client of source.seen) this.seen.set(client.clientId, client);
    for (const row of source.rows) this.count(row);
  }

  put(client: JoinedClient): void {
    this.joined.set(client.clientId, client);
  }

  left(clientId: string, leftAt: number): void {
    const client = this.joined.get(clientId);
    if (client?.leftAt === null) this.put({ ...client, leftAt });
  }

  /** Adds the rows of a commit, and marks these clients as seen at `now`. */
  counted(
    rows: Iterable<CountedRow>,
    clients: Iterable<{ clientId: string; principal: Principal }>,
    now: number,
  ): void {
    for (const { clientId, principal } of clients) this.seen.set(clientId, { clientId, principal, lastSeenAt: now });
    for (const row of rows) this.count(row);
  }

  /**
   * Returns the day's devices, sorted by name.
   * @param online clients with an open socket
   */
  devices(online: ReadonlyMap<string, Principal>): Device[] {
    return this.clientsByDevice(online)
      .map((clients) => this.deviceOf(clients))
      .toSorted((a, b) => (a.deviceName ?? '').localeCompare(b.deviceName ?? '') || (a.deviceId < b.deviceId ? -1 : 1));
  }

  /** Returns the same devices, as orders address them. Nobody reads an order at a source. */
  present(online: ReadonlyMap<string, Principal>): PresentDevice[] {
    const devices = this.clientsByDevice(online).filter((clients) => newestOf(clients).joined.source === undefined);
    return devices.map((clients) => {
      const { deviceId, name, direction, areaId, principal } = newestOf(clients).joined;
      const here = clients.filter(({ isOnline }) => isOnline);
      const isOnline = here.length > 0;
      const since = isOnline
        ? Math.min(...here.map(({ joined }) => joined.joinedAt))
        : Math.max(...clients.map(({ offlineSince }) => offlineSince));
      return { deviceId, name, direction, areaId, principal, isOnline, since };
    });
  }

  /** The day's clients by device, with at least one client each. */
  private clientsByDevice(online: ReadonlyMap<string, Principal>): ClientView[][] {
    const views = new Map<string, ClientView[]>();
    for (const clientId of new Set([...online.keys(), ...this.seen.keys(), ...this.joined.keys()])) {
      const view = this.viewOf(clientId, online.get(clientId));
      if (view === null) continue;
      // Anybody can send any device id, so a device of an access-code user is never merged with an admin's device.
      const device = `${view.joined.principal} ${view.joined.deviceId}`;
      views.set(device, [...(views.get(device) ?? []), view]);
    }
    return [...views.values()];
  }

  /** Null for a client that was connected or counted only on other days. */
  private viewOf(clientId: string, online: Principal | undefined): ClientView | null {
    const seen = this.seen.get(clientId);
    const joined = this.joinedAs(clientId, online ?? seen?.principal);
    if (joined === null) return null;
    const leftAt = joined.leftAt ?? joined.joinedAt;
    const isHere = online !== undefined || seen !== undefined || leftAt >= this.day.startsAt;
    const offlineSince = Math.max(leftAt, seen?.lastSeenAt ?? 0);
    // A source is in the list only if it is to be: it can have fallen silent on an earlier day.
    return isHere || joined.source !== undefined ? { joined, isOnline: online !== undefined, offlineSince } : null;
  }

  /** A client that only polled, or that joined without a device id, counts as a device of its own. */
  private joinedAs(clientId: string, principal: Principal | undefined): JoinedClient | null {
    const joined =
      this.joined.get(clientId) ??
      this.source.joinedAs(clientId) ??
      (principal === undefined ? null : { clientId, deviceId: clientId, principal, ...NAMELESS });
    if (joined !== null) this.put(joined);
    return joined;
  }

  private deviceOf(clients: readonly ClientView[]): Device {
    const sums = { ins: 0, outs: 0 };
    let lastTapAt: number | null = null;
    let offlineSince = 0;
    for (const client of clients) {
      const taps = this.taps.get(client.joined.clientId);
      sums.ins += taps?.ins ?? 0;
      sums.outs += taps?.outs ?? 0;
      lastTapAt = laterOf(lastTapAt, taps?.lastTapAt ?? null);
      offlineSince = Math.max(offlineSince, client.offlineSince);
    }
    const { deviceId, name, direction, principal, source, clockOffsetMs = null } = newestOf(clients).joined;
    const isOnline = clients.some((client) => client.isOnline);
    return {
      deviceId,
      deviceName: name,
      direction,
      isAdmin: principal.startsWith('admin:'),
      isOnline,
      offlineSince: isOnline ? null : isoTime(offlineSince),
      lastTapAt: isoTimeOrNull(lastTapAt),
      ...sums,
      ...(source !== undefined && { source }),
      ...(clockOffsetMs !== null && { clockOffsetMs }),
    };
  }

  private count(row: CountedRow): void {
    const { startsAt, endsAt } = this.day;
    if (row.occurredAt < startsAt || row.occurredAt >= endsAt || isSideArea(row.areaId) || isGivenBack(row)) return;
    const { clientId, undoes } = row;
    const before = this.taps.get(clientId) ?? { ins: 0, outs: 0, lastTapAt: 0, firstSeq: Number.POSITIVE_INFINITY };
    // Transfers do not count as in or out. An undo of a tap that was counted on an earlier day is skipped.
    const isOfToday = row.otherAreaId === null && (undoes === null || undoes >= before.firstSeq);
    this.taps.set(clientId, {
      ins: before.ins + (isOfToday ? row.ins : 0),
      outs: before.outs + (isOfToday ? row.outs : 0),
      lastTapAt: Math.max(before.lastTapAt, latestTapAt(row)),
      firstSeq: undoes === null ? Math.min(before.firstSeq, row.firstSeq) : before.firstSeq,
    });
  }
}

/** The device's client that joined last: its name and direction are the device's. */
function newestOf(clients: readonly ClientView[]): ClientView {
  let [newest] = clients;
  for (const client of clients) {
    if (newest === undefined || client.joined.joinedAt > newest.joined.joinedAt) newest = client;
  }
  if (newest === undefined) throw new Error('A device without clients');
  return newest;
}
