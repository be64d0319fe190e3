import type { AreaDefinition } from '../shared/schemas/area';
import type { Event } from '../shared/schemas/event';
import type { RoomCallContext } from './identity';

/** An event as D1 defines it. Its areas are in order of creation. */
export interface EventDefinition extends RoomCallContext {
  event: Event;
  /**
   * The session id of the present display link's viewers. All other viewers are disconnected. It is null without a
   * link.
   */
  displaySession: string | null;
  /** The IANA time zone of the business day, which begins at `reportTime`, HH:mm (docs/product.md, D1). */
  timeZone: string;
  reportTime: string;
  /** How often the room was restored. A number above the room's own shows the room that it was restored since. */
  generation: number;
  /** When the capacity plan was made (ISO 8601), and how many people it allows; missing without a plan. */
  plan?: { at: string; people: number | null };
  /** Set if a webhook of the account is told of the event's counts. */
  wantsCounts?: true;
  areas: AreaDefinition[];
}

/**
 * The definition, or why there is none. `deleted`: the event or its account is marked as deleted. `missing`: there is
 * no row, which only means that D1 was restored.
 */
export type FoundDefinition = EventDefinition | 'deleted' | 'missing';
