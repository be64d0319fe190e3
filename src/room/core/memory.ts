import type { Counted } from '../storage/flush';
import { LruMap } from '../../concurrency/lru-map';
import { Calendar } from '../state/day-rules';
import { CLIENTS_IN_MEMORY } from '../storage/limits';
import type { ClientState, RoomState } from '../state/room-state';
import type { RoomStore } from '../storage/room-store';

/**
 * What the room keeps in memory: its state and its latest clients. Storage holds the same data and is written first.
 */
export class RoomMemory {
  /** Undefined in a room that does not know its event yet. */
  stateOrNone: RoomState | undefined;
  private readonly clients = new LruMap<string, ClientState>(CLIENTS_IN_MEMORY);
  private calendar: Calendar | undefined;

  constructor(private readonly store: RoomStore) {
    this.stateOrNone = store.load();
  }

  get state(): RoomState {
    if (this.stateOrNone === undefined) throw new Error('The room has not learned its event yet');
    return this.stateOrNone;
  }

  get days(): Calendar {
    const { dayRules } = this.state.event;
    if (this.calendar?.rules !== dayRules) this.calendar = new Calendar(dayRules);
    return this.calendar;
  }

  client(clientId: string): ClientState | undefined {
    const known = this.clients.get(clientId) ?? this.store.loadClient(clientId) ?? this.joined(clientId);
    if (known !== undefined) this.clients.set(clientId, known);
    return known;
  }

  /** A client that has joined but never counted: it already belongs to its principal. */
  private joined(clientId: string): ClientState | undefined {
    const joined = this.store.devices.of(clientId);
    return joined && { clientId, principal: joined.principal, lastSeq: 0, version: 0 };
  }

  /** Applies a draft that has been stored. */
  apply(draft: Counted): void {
    this.stateOrNone = draft.appliedTo(this.state);
    for (const client of draft.clients.values()) this.clients.set(client.clientId, client);
  }
}
