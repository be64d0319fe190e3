import { RecountHistory } from '../../reports/answer/recount-history';
import { IDS_PER_MS, RECOUNTS_WITHIN_MS } from '../../shared/limits';
import { expectedError, isRecountDue } from '../../shared/rules/counting-error';
import type { AreaError, CountingErrors } from '../../shared/schemas/counting-error';
import { isoTimeOrNull } from '../../time/iso-time';
import type { EventAdminAccess } from '../access';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import { readRecounts } from '../reports/journal-pages';

const ALWAYS = Number.MAX_SAFE_INTEGER;

/** Returns by how many people the present numbers may be wrong (docs/product.md, C14). */
export async function readCountingError(
  ctx: ServiceContext,
  { roomContext }: EventAdminAccess,
): Promise<CountingErrors> {
  const { areas } = valueOrThrow(await callRoom(ctx, 'list areas', roomContext, (room) => room.listAreas(roomContext)));
  const history = new RecountHistory();
  const after = (ctx.now() - RECOUNTS_WITHIN_MS) * IDS_PER_MS;
  await readRecounts(ctx, roomContext, { after, upTo: ALWAYS, before: ALWAYS }, history);
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
