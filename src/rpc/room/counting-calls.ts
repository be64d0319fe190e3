import type { PollAnswer } from '../../shared/protocol/down';
import type { AreaList, Recount, RecountAnswer } from '../../shared/schemas/area';
import type { Device } from '../../shared/schemas/device';
import type { Flow } from '../../shared/schemas/flow';
import type { EventDefinition } from '../definition';
import type { SessionEnd } from '../ended-sessions';
import type { AccountState, Actor, Principal, RoomCallContext } from '../identity';
import type { PollFrom, Reader } from '../reader';
import type { Publication } from '../relay-api';
import type { Result } from '../result';

/** The calls about areas, their counts and the devices that count. */
export interface CountingCalls {
  /**
   * Applies a definition, writes the journal and sends the change to the devices. An older revision changes nothing.
   * `restoredTo` (ISO 8601) is set after a restore: the journal contains that moment.
   */
  applyDefinition(definition: EventDefinition, actor: Actor, restoredTo?: string): Promise<void>;
  /** Returns the areas with their counts, for this reader. With a session the call counts as a frame of it. */
  listAreas(context: RoomCallContext, reader?: Reader): Promise<Result<AreaList>>;
  /** Counts the taps of a polling call, and returns ack and sync. Refuses too many taps of a session with too_fast. */
  poll(context: RoomCallContext, principal: Principal, body: PollFrom, sessionId: string): Promise<Result<PollAnswer>>;
  /** Sets an area's occupancy to 0, or that of all areas in one commit if `areaId` is null. Totals stay. */
  resetArea(context: RoomCallContext, areaId: string | null, actor: Actor): Promise<Result<null>>;
  /**
   * Sets an area's occupancy to the number that somebody counted by eye. Its totals stay. The journal keeps the
   * difference and the reason.
   */
  recountArea(context: RoomCallContext, areaId: string, recount: Recount, actor: Actor): Promise<Result<RecountAnswer>>;
  /** Returns the devices that count or have counted on this business day. Clients with one device id are one device. */
  listDevices(context: RoomCallContext): Promise<Result<Device[]>>;
  /** Returns the people who went in and out in the last minutes. */
  readFlow(context: RoomCallContext): Promise<Result<Flow>>;
  /** Returns what a public display shows: a Display as JSON. */
  readDisplay(context: RoomCallContext): Promise<Result<string>>;
  /**
   * A relay calls this when its first viewer arrives, and when the room has been silent for long. Adds the relay to
   * those that the room publishes to, and returns what the room would publish now. Refuses with not_found if the event
   * is gone, and with unavailable if the room has as many relays as it may have.
   */
  subscribe(relay: number, viewers: number): Promise<Result<Publication>>;
  /** Stores the new state of the account that owns the event, and sends force_refresh and sync to the devices. */
  setAccount(account: AccountState): Promise<void>;
  /** Closes the sockets of these sessions, including those whose upgrade arrives later. */
  endSessions(sessionIds: readonly string[], how?: SessionEnd): Promise<void>;
}
