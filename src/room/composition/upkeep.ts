import { type AlarmJob, Interval } from '../../durable-object/alarm-scheduler';
import { UPKEEP_INTERVAL_MS } from '../../durable-object/socket-age';
import { endEach, type EndedSessions } from '../../rpc/ended-sessions';
import type { Clock } from '../ports';
import type { Registration } from './registration';
import type { Admission } from '../sockets/admission';
import type { Room } from './room';
import type { Connections } from '../sockets/connections';
import type { RoomCore } from '../core/room-core';

export interface UpkeepDeps {
  connections: Connections;
  room: Room;
  admission: Admission;
  registration: Registration;
  now: Clock;
  /** Returns a function that tells when the runtime last answered a socket's ping, epoch ms. */
  lastPings(): (socket: object) => number;
  /** Returns which of these sessions have ended according to D1. */
  findEnded(sessionIds: Set<string>, now: number): Promise<EndedSessions>;
}

/**
 * Runs while a room has sockets: closes silent ones, deletes old rows, and asks D1 what the room missed (a changed event,
 * ended sessions), at most once an interval, however often the alarm rings for other work. The first run after the last
 * socket has closed ends the registration with the hub.
 */
export class Upkeep implements AlarmJob {
  readonly name = 'upkeep';
  private readonly interval = new Interval(UPKEEP_INTERVAL_MS);

  constructor(
    private readonly core: RoomCore,
    private readonly deps: UpkeepDeps,
  ) {}

  dueAt(): number | undefined {
    const { connections, now } = this.deps;
    if (connections.size === 0 && this.core.store.registeredAt === undefined) return undefined;
    return this.interval.dueAt(now());
  }

  async run(): Promise<void> {
    const { room, connections, registration, now } = this.deps;
    if (!this.interval.isOver(now())) return;
    this.interval.restart(now());
    connections.reap(now(), this.deps.lastPings());
    if (this.core.stateOrNone !== undefined) this.core.store.prune(now());
    if (!registration.isNeeded) {
      // A room of machines alone is not registered, and runs this whenever its alarm rings for other work.
      const isRegistered = this.core.store.registeredAt !== undefined;
      room.logMinute({ isLast: isRegistered });
      if (isRegistered) await registration.unregister();
      return;
    }
    const isKnown = await room.refreshDefinition();
    if (isKnown) {
      // This also finds sessions whose end was never announced to this room.
      endEach(await this.deps.findEnded(connections.sessionIds, now()), (ids, how) =>
        this.deps.admission.endSessions(ids, how),
      );
    }
    await registration.register();
  }
}
