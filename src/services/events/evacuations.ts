import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import {
  AssemblyPointsSchema,
  EvacuationEndSchema,
  type EvacuationList,
  type EvacuationRecord,
  NewEvacuationSchema,
} from '../../shared/evacuation/schemas';
import type { EventAdminAccess } from '../access';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';

/** Returns the event's assembly points, and its evacuations and drills, newest first. */
export async function listEvacuations(ctx: ServiceContext, { roomContext }: EventAdminAccess): Promise<EvacuationList> {
  return valueOrThrow(
    await callRoom(ctx, 'list evacuations', roomContext, (room) => room.listEvacuations(roomContext, null)),
  );
}

/** Starts an evacuation or a drill. */
export async function startEvacuation(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
  body: unknown,
): Promise<EvacuationRecord> {
  const evacuation = parse(NewEvacuationSchema, body);
  const started = await callRoom(ctx, 'start evacuation', roomContext, (room) =>
    room.startEvacuation(roomContext, evacuation, principal),
  );
  return valueOrThrow(started);
}

/** Ends the running evacuation or drill, then sets the given counts. */
export async function endEvacuation(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
  evacuationId: string,
  body: unknown,
): Promise<EvacuationRecord> {
  const end = parse(EvacuationEndSchema, body);
  if ((end.recounts?.length ?? 0) > 0 && end.reason === undefined) throw new AppError('invalid_input');
  return valueOrThrow(
    await callRoom(ctx, 'end evacuation', roomContext, (room) =>
      room.endEvacuation(roomContext, evacuationId, end, principal),
    ),
  );
}

/** Sets the names of the assembly points. */
export async function setAssemblyPoints(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
  body: unknown,
): Promise<EvacuationList> {
  const { names } = parse(AssemblyPointsSchema, body);
  const set = await callRoom(ctx, 'set assembly points', roomContext, (room) =>
    room.setAssemblyPoints(roomContext, names, principal),
  );
  if (!set.ok && set.code === 'limit_reached')
    throw new AppError('limit_reached', message(serviceTexts, 'points_in_use'));
  return valueOrThrow(set);
}
