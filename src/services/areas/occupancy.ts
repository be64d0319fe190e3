import type { ServiceContext } from '../context';
import { callRoom, valueOrThrow } from '../call-room';
import type { AreaAccess, EventAdminAccess, ReviewAccess } from '../access/event';
import { orInvalidInput } from '../../http/input';
import type { Unchecked } from '../../shared/rules/checked';
import { checkRecount } from '../../shared/rules/recount';
import type { AreaError, CountingErrors, Recount, RecountAnswer } from '../../shared/schemas/area';
import { expectedError, isRecountDue } from '../../reports/counting-error';
import { isoTimeOrNull } from '../../time/iso-time';
import { followExpectedError } from '../events/safety-margin';
import { recentRecounts } from '../reports/journal-pages';

/** Sets the area's occupancy to 0; its totals stay. */
export async function resetArea(
  ctx: ServiceContext,
  { roomContext, principal, areaId }: AreaAccess<'manage'>,
): Promise<void> {
  valueOrThrow(
    await callRoom(ctx, 'reset area', roomContext, (room) => room.resetArea(roomContext, areaId, principal)),
  );
}

/** Sets the occupancy of all areas to 0 in one commit; totals stay. */
export async function resetAllAreas(ctx: ServiceContext, { roomContext, principal }: EventAdminAccess): Promise<void> {
  valueOrThrow(
    await callRoom(ctx, 'reset all areas', roomContext, (room) => room.resetArea(roomContext, null, principal)),
  );
}

/**
 * Sets the occupancy to what somebody counted by eye; totals stay. A safety margin that follows the expected error is set
 * after the answer.
 */
export async function recountArea(
  ctx: ServiceContext,
  access: AreaAccess<'control'>,
  input: Unchecked<Recount>,
): Promise<RecountAnswer> {
  const { roomContext, principal, areaId } = access;
  const recount = orInvalidInput(checkRecount(input));
  const answer = valueOrThrow(
    await callRoom(ctx, 'recount area', roomContext, (room) =>
      room.recountArea(roomContext, areaId, recount, principal),
    ),
  );
  ctx.afterAnswer(() => followExpectedError(ctx, access));
  return answer;
}

/** Returns by how many people the present numbers may be wrong (docs/product.md, C19). */
export async function readCountingError(ctx: ServiceContext, { roomContext }: ReviewAccess): Promise<CountingErrors> {
  const { areas } = valueOrThrow(await callRoom(ctx, 'list areas', roomContext, (room) => room.listAreas(roomContext)));
  const history = await recentRecounts(ctx, { roomContext });
  const { error } = history;
  const answers = areas.map(({ areaId, capacity, totalEntries, totalExits }): AreaError => {
    const { at, isRecounted, crossings } = history.since(areaId, totalEntries + totalExits);
    const people = error === null || crossings === null ? null : expectedError(error, [crossings]);
    return {
      areaId,
      since: isoTimeOrNull(at),
      isRecounted,
      crossings,
      expectedError: people,
      isRecountDue: isRecountDue(people, crossings, capacity),
    };
  });
  const known = answers.flatMap(({ crossings }) => crossings ?? []);
  return {
    recounts: error?.recounts ?? 0,
    areas: answers,
    venueError: error === null || known.length < answers.length ? null : expectedError(error, known),
  };
}
