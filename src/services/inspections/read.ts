import { eq, sql } from 'drizzle-orm';
import { LruMap } from '../../concurrency/lru-map';
import { SharedAnswer } from '../../concurrency/shared-answer';
import { inspectorLinks } from '../../db/schema';
import type { Inspection, InspectionOpening, LiveNumbers } from '../../shared/inspections/schemas';
import { isoTime } from '../../time/iso-time';
import type { SealList } from '../../shared/evidence/schemas';
import type { InspectionAccess, OpenedInspection } from '../access';
import { checkOften } from '../attempts/check';
import { OPENINGS_PER_LINK } from '../attempts/limits';
import { recordAttempt } from '../attempts/record';
import { callRoom, unavailable, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import { listSeals } from '../evidence/seals';
import { readNewestReport, readTodaysReport } from '../reports/read';
import { makeOpeningToken } from '../trust/opening-token';

const EVENTS_REMEMBERED = 1_000;
/** A report can have some hundred KB, and an isolate has 128 MB. */
const REPORTS_REMEMBERED = 25;
/** For how long an answer is shared, and how long other callers wait for the first answer, in ms. */
const LIVE = { keptMs: 1_000, waitMs: 4_000 };
const REPORT = { keptMs: 10_000, waitMs: 10_000 };
/** How many of the newest seals an inspector sees. */
const SEALS_SHOWN = 31;

/** A report as JSON, and when its day ends; epoch ms. */
interface KeptReport {
  json: string;
  endsAt: number;
}

/**
 * What inspectors of an event read, by event id. An isolate asks the room at most once a second for numbers, and once in
 * ten seconds for the report and for the seals, however many links and inspectors there are, so that they do not slow down the
 * doors.
 */
const live = new LruMap<string, SharedAnswer<LiveNumbers>>(EVENTS_REMEMBERED);
const reports = new LruMap<string, SharedAnswer<KeptReport>>(REPORTS_REMEMBERED);
const todaysReports = new LruMap<string, SharedAnswer<string>>(REPORTS_REMEMBERED);
const seals = new LruMap<string, SharedAnswer<SealList>>(EVENTS_REMEMBERED);

/** Returns the answer that is shared under this id, or shares a new one. */
async function shared<T>(
  { now }: ServiceContext,
  answers: LruMap<string, SharedAnswer<T>>,
  id: string,
  make: () => SharedAnswer<T>,
  find: () => Promise<T>,
): Promise<T> {
  const kept = answers.get(id) ?? make();
  answers.set(id, kept);
  const answer = await kept.read(now, find);
  if (answer === undefined) throw unavailable();
  return answer;
}

const aboutOf = ({ inspection: { eventName, label, expiresAt } }: InspectionAccess) => ({
  eventName,
  label,
  expiresAt: isoTime(expiresAt),
});

/**
 * Opens an inspector's link: writes the opening into the journal, and returns the token with which the inspector reads.
 * Before somebody has joined to count there is nothing to read, and the room is not called. Throws a 429 after too many
 * openings within an hour, and a 503 if the journal did not take the opening.
 */
export async function openInspection(ctx: ServiceContext, access: InspectionAccess): Promise<InspectionOpening> {
  const { roomContext, inspection } = access;
  const { linkId, label } = inspection;
  const about = aboutOf(access);
  if (roomContext.isOpened === false) return { ...about, opening: null };
  // The key ends with the account's id, so that it is deleted with the account.
  const counted = [{ key: `inspection:${linkId}:${roomContext.ownerId}`, limit: OPENINGS_PER_LINK }];
  await checkOften(ctx, counted);
  await recordAttempt(ctx, counted);
  const openedAt = ctx.now();
  const entry = { kind: 'inspection_opened', label } as const;
  valueOrThrow(
    await callRoom(ctx, 'note inspection', roomContext, (room) =>
      room.noteInspection(roomContext, entry, `inspector:${linkId}`),
    ),
  );
  await ctx.db
    .update(inspectorLinks)
    .set({ openings: sql`${inspectorLinks.openings} + 1`, lastOpenedAt: openedAt })
    .where(eq(inspectorLinks.linkId, linkId));
  return { ...about, opening: await makeOpeningToken(await ctx.signingKey(), linkId, openedAt) };
}

/** Returns the live numbers, at most a second old. */
export async function readInspection(ctx: ServiceContext, access: OpenedInspection): Promise<Inspection> {
  const { roomContext } = access;
  const make = () => new SharedAnswer<LiveNumbers>(LIVE);
  const numbers = await shared(ctx, live, roomContext.eventId, make, async () =>
    valueOrThrow(await callRoom(ctx, 'read inspection', roomContext, (room) => room.readInspection(roomContext))),
  );
  return { ...numbers, ...aboutOf(access) };
}

/**
 * Returns a report as JSON, at most ten seconds old: that of the running business day, and until somebody counts on it, that
 * of the day before, if the link was there before that day ended (docs/product.md, I2).
 */
export async function readInspectionReport(ctx: ServiceContext, access: OpenedInspection): Promise<string> {
  const { roomContext, inspection } = access;
  const { eventId } = roomContext;
  const newest = await shared(
    ctx,
    reports,
    eventId,
    () => new SharedAnswer<KeptReport>(REPORT),
    async () => {
      const { report, endsAt } = await readNewestReport(ctx, access);
      return { json: JSON.stringify(report), endsAt };
    },
  );
  if (newest.endsAt > inspection.createdAt) return newest.json;
  const make = () => new SharedAnswer<string>(REPORT);
  return await shared(ctx, todaysReports, eventId, make, async () =>
    JSON.stringify(await readTodaysReport(ctx, access)),
  );
}

/** Returns the newest seals of the event's closed days, at most ten seconds old. */
export async function readInspectionSeals(ctx: ServiceContext, access: OpenedInspection): Promise<SealList> {
  const make = () => new SharedAnswer<SealList>(REPORT);
  return await shared(ctx, seals, access.roomContext.eventId, make, () =>
    listSeals(ctx, access, { limit: SEALS_SHOWN, after: null }),
  );
}
