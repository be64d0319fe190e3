import { isPresentArea } from '../../db/present';
import { areas } from '../../db/schema';
import { orInvalidInput } from '../../http/input';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { rulesOf } from '../../shared/rules/modes';
import { checkFacts } from '../../shared/rules/area-facts';
import { checkCapacity } from '../../shared/rules/capacity';
import type { Unchecked } from '../../shared/rules/checked';
import { checkAreaName } from '../../shared/rules/names';
import type { AreaDefinition } from '../../shared/schemas/area';
import type { AreaChange } from '../../shared/schemas/inputs';
import { callRoom, valueOrThrow } from '../call-room';
import { publishDefinition, commitChange } from '../events/change';
import type { AreaAccess } from '../access/event';

function readChanges(input: Unchecked<AreaChange>) {
  const changes = {
    ...('areaName' in input && { areaName: orInvalidInput(checkAreaName(input.areaName)) }),
    ...('capacity' in input && { capacity: orInvalidInput(checkCapacity(input.capacity)) }),
    ...orInvalidInput(checkFacts(input)),
  };
  if (Object.keys(changes).length === 0)
    throw new AppError('invalid_input', message(serviceTexts, 'area_change_missing'));
  return changes;
}

/** Changes an area's name, its own capacity, or its other facts. */
export async function updateArea(
  ctx: ServiceContext,
  { roomContext, principal, areaId }: AreaAccess<'manage'>,
  input: Unchecked<AreaChange>,
): Promise<AreaDefinition> {
  const update = ctx.db.update(areas).set(readChanges(input)).where(isPresentArea(areaId));
  const definition = await commitChange(ctx, roomContext.eventId, [update]);
  await publishDefinition(ctx, definition, principal);
  const updated = definition.areas.find((area) => area.areaId === areaId);
  if (!updated) throw new AppError('not_found');
  return updated;
}

/** Refuses with a 409 to take away an area that still has people inside while somebody counts them out (docs/product.md, V10). */
async function refuseOccupied(ctx: ServiceContext, { roomContext, areaId }: AreaAccess<'manage'>): Promise<void> {
  const { areas: all, evacuation = null } = valueOrThrow(
    await callRoom(ctx, 'list areas', roomContext, (room) => room.listAreas(roomContext)),
  );
  if (rulesOf(evacuation).mayDeleteOccupied) return;
  const counted = evacuation?.areas.find((area) => area.areaId === areaId)?.countedAs;
  const counts = [...all, ...(evacuation?.sideAreas ?? [])].filter((area) => [areaId, counted].includes(area.areaId));
  if (counts.some(({ currentOccupancy }) => currentOccupancy > 0))
    throw new AppError('limit_reached', message(serviceTexts, 'area_occupied'));
}

/** Deletes an area (tombstone). */
export async function deleteArea(ctx: ServiceContext, access: AreaAccess<'manage'>): Promise<void> {
  const { roomContext, principal, areaId } = access;
  await refuseOccupied(ctx, access);
  const remove = ctx.db.update(areas).set({ deletedAt: ctx.now() }).where(isPresentArea(areaId));
  const definition = await commitChange(ctx, roomContext.eventId, [remove]);
  await publishDefinition(ctx, definition, principal);
}
