import { and, eq } from 'drizzle-orm';
import { newId } from '../../crypto/ids';
import { events } from '../../db/schema';
import { isPresentEvent } from '../../db/present';
import { orInvalidInput } from '../../http/input';
import { AppError } from '../../shared/errors';
import { CATEGORIES_EVER_PER_EVENT_MAX } from '../../shared/schemas/limits';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { checkCategories, type GivenCategories } from '../../shared/rules/categories';
import type { Unchecked } from '../../shared/rules/checked';
import type { Categories, Category, NewCategories } from '../../shared/schemas/category';
import type { Event } from '../../shared/schemas/event';
import type { EventAdminAccess } from '../access/event';
import type { ServiceContext } from '../context';
import { commitChange, publishDefinition } from './change';

/** How often the call is tried if other changes of the event come in between. */
const ATTEMPTS = 5;
/** 32 random bits in hex. Ledger rows repeat the id, and an event has few of them, so it is short. */
const ID_LENGTH = 8;

function freeId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = newId().slice(0, ID_LENGTH);
    if (!taken.has(id)) return id;
  }
}

/**
 * The event's categories after the change: the given ones in their order, and then the removed ones, so that everything
 * that was counted keeps its name.
 * @throws {AppError} for an id that the event does not have, and if it has had too many categories
 */
function changed(before: Categories | null, { categories, areOutsNamed }: GivenCategories): Categories {
  const known = before?.list ?? [];
  const ids = new Set(known.map(({ categoryId }) => categoryId));
  const present = categories.map(({ categoryId, name, capacity }): Category => {
    if (categoryId !== undefined && !ids.has(categoryId)) throw new AppError('unknown_category');
    const id = categoryId ?? freeId(ids);
    ids.add(id);
    return { categoryId: id, name, capacity };
  });
  const kept = new Set(present.map(({ categoryId }) => categoryId));
  const removed = known
    .filter(({ categoryId }) => !kept.has(categoryId))
    .map((category): Category => ({ ...category, isRemoved: true }));
  const list = [...present, ...removed];
  if (list.length > CATEGORIES_EVER_PER_EVENT_MAX)
    throw new AppError(
      'limit_reached',
      message(serviceTexts, 'too_many_categories_ever', CATEGORIES_EVER_PER_EVENT_MAX),
    );
  return { list, areOutsNamed };
}

/** Replaces the event's categories. What was counted stays as it is. */
export async function setCategories(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
  input: Unchecked<NewCategories>,
): Promise<Event> {
  const { eventId } = roomContext;
  const given = orInvalidInput(checkCategories(input));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const isOwn = isPresentEvent(eventId);
    const row = await ctx.db
      .select({ categories: events.categories, revision: events.revision })
      .from(events)
      .where(isOwn)
      .get();
    if (!row) throw new AppError('not_found');
    const categories = changed(row.categories, given);
    // The batch raises the revision first. If another call changed the event since it was read, this statement does
    // nothing, so that no category of that call is lost.
    const change = ctx.db
      .update(events)
      .set({ categories })
      .where(and(isOwn, eq(events.revision, row.revision + 1)));
    const definition = await commitChange(ctx, eventId, [change]);
    if (JSON.stringify(definition.event.categories) !== JSON.stringify(categories)) continue;
    await publishDefinition(ctx, definition, principal, { type: 'event_updated', event: definition.event });
    return definition.event;
  }
  throw new AppError('unavailable');
}
