import * as z from 'zod/mini';
import { Leases } from '../../concurrency/leases';
import { LruMap } from '../../concurrency/lru-map';
import { SharedAnswer } from '../../concurrency/shared-answer';
import { wasOpened } from '../../db/opened-events';
import { STREAMS_PER_EVENT_MAX } from '../../shared/protocol/limits';
import { type Display, DisplaySchema } from '../../shared/schemas/display';
import type { ReviewAccess } from '../access/event';
import { unavailable } from '../call-room';
import type { ServiceContext } from '../context';
import { readDisplay } from '../displays/display-link';

/** Streams of events that nobody has opened: these have no room that could count streams and answer for D1. */

const EVENTS_REMEMBERED = 1_000;
/** For how long what D1 says of an event is shared by its streams, and how long they wait for it, in ms. */
const ANSWER_CACHE = { keptMs: 10_000, waitMs: 4_000 };
/** A stream that was cut without a word keeps its place for this long. Streams that live renew it more often. */
const PLACE_MS = 45_000;

interface Unopened {
  places: Leases;
  /** Null once the event was opened. */
  setUp: SharedAnswer<Display | null>;
}

const known = new LruMap<string, Unopened>(EVENTS_REMEMBERED);

function unopened(eventId: string): Unopened {
  const made = known.get(eventId) ?? {
    places: new Leases(STREAMS_PER_EVENT_MAX, PLACE_MS),
    setUp: new SharedAnswer<Display | null>(ANSWER_CACHE),
  };
  known.set(eventId, made);
  return made;
}

/** Takes a place for a stream, and returns the function that gives it back; null if the event has no more. `now`: epoch ms. */
export const takePlace = (eventId: string, now: number): (() => void) | null => unopened(eventId).places.take(now);

/**
 * Returns what displays show of the event as it is set up, at most some seconds old; null once it was opened. However many
 * streams ask, an isolate asks D1 once in that time.
 */
export async function readSetUp(ctx: ServiceContext, access: ReviewAccess): Promise<Display | null> {
  const { eventId } = access.roomContext;
  const shown = await unopened(eventId).setUp.read(ctx.now, async () =>
    (await wasOpened(ctx.db, eventId)) ? null : z.parse(DisplaySchema, JSON.parse(await readDisplay(ctx, access))),
  );
  if (shown === undefined) throw unavailable();
  return shown;
}
