import { eq, sql } from 'drizzle-orm';
import { LruMap } from '../../concurrency/lru-map';
import { SharedAnswer } from '../../concurrency/shared-answer';
import { inspectorLinks } from '../../db/schema';
import type { Inspection, InspectionOpening, InspectionSealList, LiveNumbers } from '../../shared/inspections/schemas';
import { isoTime } from '../../time/iso-time';
import type { SealList } from '../../shared/sealed/schemas';
import type { OccupancyAt, Report } from '../../shared/schemas/report';
import type { Unchecked } from '../../shared/rules/checked';
import type { DayRange } from '../../shared/rules/report-query';
import { type InspectionAccess, type OpenedInspection, showsDay } from '../access/links';
import { checkOften } from '../attempts/check';
import { MOMENTS_PER_LINK, OPENINGS_PER_LINK, PACKS_PER_LINK } from '../attempts/limits';
import type { AttemptLimit } from '../attempts/slices';
import { recordAttempt } from '../attempts/record';
import { callRoom, unavailable, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import { openPack, type Pack } from '../evidence/pack';
import { listSeals } from '../evidence/seals';
import { readOccupancyAt } from '../reports/occupancy-at';
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

/** Counts a use of the link. Throws a 429 if it would exceed the limit. */
async function countUse(
  ctx: ServiceContext,
  { roomContext, inspection }: InspectionAccess,
  use: 'inspection' | 'inspection-moment' | 'inspection-pack',
  limit: AttemptLimit,
): Promise<void> {
  // The key ends with the account's id, so that it is deleted with the account.
  const counted = [{ key: `${use}:${inspection.linkId}:${roomContext.ownerId}`, limit }];
  await checkOften(ctx, counted);
  await recordAttempt(ctx, counted);
}

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
  await countUse(ctx, access, 'inspection', OPENINGS_PER_LINK);
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

/** Returns a report as JSON without the nearest days with counts: a link may not show them (docs/product.md, I6). */
const jsonOf = (report: Report): string => JSON.stringify({ ...report, earlierDay: undefined, laterDay: undefined });

/**
 * Returns a report as JSON, at most ten seconds old: that of the running business day, and until somebody counts on it, that
 * of the day before, if the link was there before that day ended (docs/product.md, I2).
 */
export async function readInspectionReport(ctx: ServiceContext, access: OpenedInspection): Promise<string> {
  const { eventId } = access.roomContext;
  const newest = await shared(
    ctx,
    reports,
    eventId,
    () => new SharedAnswer<KeptReport>(REPORT),
    async () => {
      const { report, endsAt } = await readNewestReport(ctx, access);
      return { json: jsonOf(report), endsAt };
    },
  );
  if (showsDay(access, newest)) return newest.json;
  const make = () => new SharedAnswer<string>(REPORT);
  return await shared(ctx, todaysReports, eventId, make, async () => jsonOf(await readTodaysReport(ctx, access)));
}

/** Returns the newest seals of the event's closed days, at most ten seconds old, and of which days the link gives the pack. */
export async function readInspectionSeals(ctx: ServiceContext, access: OpenedInspection): Promise<InspectionSealList> {
  const make = () => new SharedAnswer<SealList>(REPORT);
  const list = await shared(ctx, seals, access.roomContext.eventId, make, () =>
    listSeals(ctx, access, { limit: SEALS_SHOWN, after: null }),
  );
  const newest = new Map(list.seals.toReversed().map(({ day, seq }) => [day, seq]));
  return {
    seals: list.seals.map((seal) => ({
      ...seal,
      hasPack: newest.get(seal.day) === seal.seq && showsDay(access, { endsAt: Date.parse(seal.endsAt) }),
    })),
  };
}

/** Returns how many people were inside at a moment of a business day that the link shows. Throws a 429 after too many questions. */
export async function readInspectionMoment(
  ctx: ServiceContext,
  access: OpenedInspection,
  at: string | undefined,
): Promise<OccupancyAt> {
  await countUse(ctx, access, 'inspection-moment', MOMENTS_PER_LINK);
  return await readOccupancyAt(ctx, access, at);
}

/** Returns the evidence pack of sealed days that the link shows. Throws a 429 after too many packs. */
export async function openInspectionPack(
  ctx: ServiceContext,
  access: OpenedInspection,
  days: Unchecked<DayRange>,
  origin: string,
): Promise<Pack> {
  await countUse(ctx, access, 'inspection-pack', PACKS_PER_LINK);
  return await openPack(ctx, access, days, origin);
}
