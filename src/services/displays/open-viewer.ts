import { LruMap } from '../../concurrency/lru-map';
import { within } from '../../concurrency/within';
import { logError } from '../../observability/log';
import type { RelayConnection, RoomConnection } from '../../rpc/connections';
import { GO_TO_RELAY_HEADER, IS_FULL_HEADER } from '../../rpc/headers';
import { callRoom, unavailable } from '../call-room';
import type { ServiceContext } from '../context';

/** How long this isolate sends an event's viewers to the relay that the room named last, in ms. */
const NAMED_FOR_MS = 5_000;
const EVENTS_REMEMBERED = 1_000;
/** A relay that has not answered an upgrade after this time, in ms, is as good as gone. */
const RELAY_ANSWERS_WITHIN_MS = 3_000;
/** Relays that are asked for one viewer. */
const ATTEMPTS = 3;

/** So that a crowd of arriving viewers does not ask the room one by one. */
const named = new LruMap<string, { relay: number; until: number }>(EVENTS_REMEMBERED);

/**
 * Opens a viewer's socket: at the room, or at the relay that the room names (docs/decisions/0028). A relay that is full
 * or does not answer is left out, and the room names another one.
 */
export async function openViewer(
  ctx: ServiceContext,
  connection: RoomConnection,
  upgradeRequest: (connection: RoomConnection | RelayConnection) => Request,
): Promise<Response> {
  const { eventId } = connection;
  let notRelay: number | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    let relay = notRelay === undefined ? namedRelay(eventId, ctx.now()) : undefined;
    if (relay === undefined) {
      const request = upgradeRequest({ ...connection, notRelay });
      const answer = await callRoom(ctx, 'room.connect', connection, (room) => room.fetch(request));
      const header = answer.headers.get(GO_TO_RELAY_HEADER);
      if (header === null) return answer;
      relay = Number(header);
      named.set(eventId, { relay, until: ctx.now() + NAMED_FOR_MS });
    }
    const answer = await fetchRelay(ctx, upgradeRequest({ ...connection, relay }), connection, relay);
    if (answer !== null) return answer;
    named.delete(eventId);
    notRelay = relay;
  }
  throw unavailable();
}

function namedRelay(eventId: string, now: number): number | undefined {
  const known = named.get(eventId);
  return known !== undefined && now < known.until ? known.relay : undefined;
}

/** Returns null if the relay has no place for the viewer or does not answer. */
async function fetchRelay(
  ctx: ServiceContext,
  request: Request,
  ref: RoomConnection,
  relay: number,
): Promise<Response | null> {
  try {
    const answer = await within(RELAY_ANSWERS_WITHIN_MS, ctx.relay(ref, relay).fetch(request));
    return answer.headers.has(IS_FULL_HEADER) ? null : answer;
  } catch (error) {
    logError('relay.connect', error, { requestId: ctx.requestId, eventId: ref.eventId, relay });
    return null;
  }
}
