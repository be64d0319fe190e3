import { loadDefinition } from '../db/definitions';
import { markOpened, wasOpened } from '../db/opened-events';
import { CALL_NAMES, type CallArguments, type CallName, CALLS, type RoomCalls } from '../room/composition/calls';
import { diffDefinition, firstState } from '../room/state/definition';
import type { RoomState } from '../room/state/room-state';
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

  /**
   * Notes in D1 that the event is opened before the room is called: whoever reads D1 afterwards calls the room, too. The
   * room is no result of a promise, because it may take `then` for the name of a call.
   */
  const open = async <T>(ask: (opened: RoomApi) => Promise<T>): Promise<T> => {
    await markOpened(ctx.db, eventId, ctx.now());
    return await ask(room());
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
    if (unopened === undefined) return await open(ask);
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
    fetch: (request) => open((opened) => opened.fetch(request)),
    beginImport: (...args) => open((opened) => opened.beginImport(...args)),
    addToImport: (...args) => open((opened) => opened.addToImport(...args)),
    checkImport: () => open((opened) => opened.checkImport()),
    finishImport: (definition) => open((opened) => opened.finishImport(definition)),
    discardImport: () => open((opened) => opened.discardImport()),
    restoreTo: (bookmark) => open((opened) => opened.restoreTo(bookmark)),
    restart: () => open((opened) => opened.restart()),
    subscribe: (...args) => open((opened) => opened.subscribe(...args)),
    erase: () => open((opened) => opened.erase()),
    ping: () => open((opened) => opened.ping()),
  };
}
