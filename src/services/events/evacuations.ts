import { orInvalidInput, parse } from '../../http/input';
import {
  AssemblyPointsSchema,
  EvacuationEndSchema,
  type EvacuationList,
  type EvacuationRecord,
  NewEvacuationSchema,
} from '../../shared/evacuation/schemas';
import { checkPointNames } from '../../shared/rules/names';
import { checkReason } from '../../shared/rules/recount';
import type { ControlAccess, EventAdminAccess, ReviewAccess } from '../access/event';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import { followExpectedError } from './safety-margin';

/** Returns the event's assembly points, and its evacuations and drills, newest first. */
export async function listEvacuations(ctx: ServiceContext, { roomContext }: ReviewAccess): Promise<EvacuationList> {
  return valueOrThrow(
    await callRoom(ctx, 'list evacuations', roomContext, (room) => room.listEvacuations(roomContext, null)),
  );
}

/** Starts an evacuation or a drill. */
export async function startEvacuation(
  ctx: ServiceContext,
  { roomContext, principal }: ControlAccess,
  body: unknown,
): Promise<EvacuationRecord> {
  const evacuation = parse(NewEvacuationSchema, body);
  const started = await callRoom(ctx, 'start evacuation', roomContext, (room) =>
    room.startEvacuation(roomContext, evacuation, principal),
  );
  return valueOrThrow(started);
}

/**
 * Ends the running evacuation or drill, then sets the given counts. A safety margin that follows the expected error is set
 * after the answer.
 */
export async function endEvacuation(
  ctx: ServiceContext,
  access: ControlAccess,
  evacuationId: string,
  body: unknown,
): Promise<EvacuationRecord> {
  const { roomContext, principal } = access;
  const end = parse(EvacuationEndSchema, body);
  const hasRecounts = end.recounts !== undefined && end.recounts.length > 0;
  if (hasRecounts || end.reason !== undefined) orInvalidInput(checkReason(end.reason));
  const ended = valueOrThrow(
    await callRoom(ctx, 'end evacuation', roomContext, (room) =>
      room.endEvacuation(roomContext, evacuationId, end, principal),
    ),
  );
  if (hasRecounts) ctx.afterAnswer(() => followExpectedError(ctx, access));
  return ended;
}

/** Shows numbers on displays again after an evacuation (docs/product.md, V12). */
export async function showNumbers(
  ctx: ServiceContext,
  { roomContext, principal }: ControlAccess,
  evacuationId: string,
): Promise<EvacuationRecord> {
  return valueOrThrow(
    await callRoom(ctx, 'show numbers', roomContext, (room) => room.showNumbers(roomContext, evacuationId, principal)),
  );
}

/** Sets the names of the assembly points. */
export async function setAssemblyPoints(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
  body: unknown,
): Promise<EvacuationList> {
  const names = orInvalidInput(checkPointNames(parse(AssemblyPointsSchema, body).names));
  return valueOrThrow(
    await callRoom(ctx, 'set assembly points', roomContext, (room) =>
      room.setAssemblyPoints(roomContext, names, principal),
    ),
  );
}
