import { loadDefinition } from '../db/definitions';
import { markOpened, wasOpened } from '../db/opened-events';
import { CALL_NAMES, type CallArguments, type CallName, CALLS, type RoomCalls } from '../room/calls';
import { diffDefinition, firstState } from '../room/definition';
import type { RoomState } from '../room/state';
import type { RoomCallContext, RoomRef } from '../rpc/identity';
import type { Result } from '../rpc/result';
import type { RoomApi } from '../rpc/room/room-api';
import { objectOf } from '../shared/object-of';
import type { RoomCaller } from './context';

const NOT_FOUND: Result<never> = { ok: false, code: 'not_found' };

/**
 * Stands for the room of an event that nobody has opened yet (docs/decisions/0029). What can be answered without counts
 * is answered from D1, and changes stay there. Everything else opens the event, which places its room near the caller.
 */
export function unopenedRoom(ctx: RoomCaller, ref: RoomRef): RoomApi {
  const { eventId } = ref;
  const room = (): RoomApi => ctx.room(ref);

  /** Notes in D1 that the event is opened before the room is called: whoever reads D1 afterwards calls the room, too. */
  const opened = async (): Promise<RoomApi> => {
    await markOpened(ctx.db, eventId, ctx.now());
    return room();
  };

  /** Returns the event as it is set up in D1, as a room would know it; or why there is none. */
  const setUp = async (): Promise<RoomState | 'opened' | 'missing'> => {
    const definition = await loadDefinition(ctx.db, eventId, ctx.now());
    if (definition === null) return 'missing';
    if (definition.isOpened !== false) return 'opened';
    const made = { epoch: '' };
    return diffDefinition(firstState(definition, made.epoch), definition, 'system', ctx.now(), made).state;
  };

  const answer = async <Name extends CallName>(
    name: Name,
    context: RoomCallContext,
    args: CallArguments<Name>,
  ): Promise<Result<unknown>> => {
    const ask = (calls: RoomCalls) => calls[name](context, ...args);
    const [, unopened] = CALLS[name];
    if (unopened === undefined) return await ask(await opened());
    const found = await setUp();
    if (found === 'opened') return await ask(room());
    return found === 'missing' ? NOT_FOUND : unopened(found, ctx.now(), ...args);
  };

  return {
    ...objectOf<Pick<RoomApi, CallName>>(
      CALL_NAMES.map((name) => [
        name,
        (context: RoomCallContext, ...args: CallArguments<CallName>) => answer(name, context, args),
      ]),
    ),
    /** A room loads the newest definition when it is opened. */
    applyDefinition: async () => {},
    setAccount: async () => {},
    /** The event may have been opened just before it was deleted. Afterwards it cannot be opened any more. */
    deleteEvent: async () => {
      if (await wasOpened(ctx.db, eventId)) await room().deleteEvent();
    },
    endSessions: async (...args) => {
      if (await wasOpened(ctx.db, eventId)) await room().endSessions(...args);
    },
    /** Nothing was counted that could be restored. */
    findRestorePoint: async (...args) =>
      (await setUp()) === 'opened' ? await room().findRestorePoint(...args) : NOT_FOUND,
    fetch: async (request) => await (await opened()).fetch(request),
    beginImport: async (...args) => await (await opened()).beginImport(...args),
    addToImport: async (...args) => await (await opened()).addToImport(...args),
    checkImport: async () => await (await opened()).checkImport(),
    finishImport: async (definition) => await (await opened()).finishImport(definition),
    discardImport: async () => await (await opened()).discardImport(),
    restoreTo: async (bookmark) => await (await opened()).restoreTo(bookmark),
    restart: async () => await (await opened()).restart(),
    subscribe: async (...args) => await (await opened()).subscribe(...args),
    erase: async () => await (await opened()).erase(),
    ping: async () => await (await opened()).ping(),
  };
}
