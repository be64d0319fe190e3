import type { SealsRead, StoredSeal } from '../../reports/plan';
import type { RoomCallContext } from '../../rpc/identity';
import { AppError } from '../../shared/errors';
import { isCalendarDay } from '../../shared/rules/business-day';
import { type Seal, type SealLink, type SealList, SealSchema } from '../../shared/sealed/schemas';
import { parse } from '../../http/input';
import type { ReviewAccess } from '../access/event';
import type { OpenedInspection } from '../access/links';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import type { PageQuery } from '../page';

/** Links that the room returns at once: about a MB. */
const CHAIN_PAGE = 500;

const sealOf = ({ body }: StoredSeal): Seal => parse(SealSchema, JSON.parse(body));

const linkOf = (stored: StoredSeal): SealLink => ({
  fingerprint: stored.fingerprint,
  signature: stored.signature,
  seal: sealOf(stored),
});

/** Reads sealed links of the event's chain, newest first. */
const readSeals = async (ctx: ServiceContext, roomContext: RoomCallContext, read: SealsRead): Promise<StoredSeal[]> =>
  valueOrThrow(await callRoom(ctx, 'read seals', roomContext, (room) => room.readSeals(roomContext, read)));

/** Reads the whole chain, from its first link. */
export async function readChain(ctx: ServiceContext, roomContext: RoomCallContext): Promise<SealLink[]> {
  const chain: SealLink[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const page = await readSeals(ctx, roomContext, { before, limit: CHAIN_PAGE });
    for (const stored of page) chain.push(linkOf(stored));
    const last = page.at(-1);
    if (last === undefined || page.length < CHAIN_PAGE) return chain.toReversed();
    before = last.seq;
  }
}

/** Returns the seals of an event's closed days, or of one of them, newest link first. The cursor of a page is its last link's number. */
export async function listSeals(
  ctx: ServiceContext,
  { roomContext }: ReviewAccess | OpenedInspection,
  { limit, after, day }: PageQuery & { day?: string | undefined },
): Promise<SealList> {
  if (day !== undefined && !isCalendarDay(day)) throw new AppError('invalid_input');
  if (after !== null && !/^[1-9]\d{0,14}$/.test(after)) throw new AppError('invalid_input');
  const before = after === null ? Number.MAX_SAFE_INTEGER : Number(after);
  const stored = await readSeals(ctx, roomContext, {
    before,
    limit: limit === null ? -1 : limit + 1,
    ...(day && { day }),
  });
  const shown = limit === null ? stored : stored.slice(0, limit);
  const last = shown.at(-1);
  return {
    seals: shown.map((one) => {
      const { endsAt, sealedAt, kid } = sealOf(one);
      const { seq, day: sealed, revision, fingerprint } = one;
      return { seq, day: sealed, revision, endsAt, sealedAt, fingerprint, keyId: kid };
    }),
    ...(last !== undefined && stored.length > shown.length && { next: String(last.seq) }),
  };
}
