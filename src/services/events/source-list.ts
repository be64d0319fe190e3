import type { SourceDetailView, SourceFacts, SourceView } from '../../rpc/source-views';
import type { EventAdminAccess, ReviewAccess } from '../access/event';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import { loadSenders } from '../keys/source-senders';

type NameOf = Awaited<ReturnType<typeof loadSenders>>;

const named = ({ owner, refusedSender, ...facts }: SourceFacts, nameOf: NameOf): SourceView => ({
  ...facts,
  owner: nameOf(owner),
  refusedSender: refusedSender === null ? null : { ...refusedSender, by: nameOf(refusedSender.by) },
});

/** Returns the machines of the event in the order in which they were added, with the names of those who send for them. */
export async function listSources(ctx: ServiceContext, { roomContext }: ReviewAccess): Promise<SourceView[]> {
  const sources = valueOrThrow(
    await callRoom(ctx, 'list sources', roomContext, (room) => room.listSources(roomContext)),
  );
  if (sources.length === 0) return [];
  const nameOf = await loadSenders(ctx, roomContext);
  return sources.map((source) => named(source, nameOf));
}

/** Returns a machine with what it sent last. Throws a 404 for an unknown one. */
export async function readSource(
  ctx: ServiceContext,
  { roomContext }: ReviewAccess,
  sourceId: string,
): Promise<SourceDetailView> {
  const { items, refusals, notices, ...facts } = valueOrThrow(
    await callRoom(ctx, 'read source', roomContext, (room) => room.readSource(roomContext, sourceId)),
  );
  return { ...named(facts, await loadSenders(ctx, roomContext)), items, refusals, notices };
}

/** Forgets a machine. Throws a 404 for an unknown one. */
export async function deleteSource(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
  sourceId: string,
): Promise<void> {
  valueOrThrow(
    await callRoom(ctx, 'delete source', roomContext, (room) => room.deleteSource(roomContext, sourceId, principal)),
  );
}
