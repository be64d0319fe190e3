import type { RoomCallContext, UserPrincipal } from '../../rpc/identity';
import type { SourceSender } from '../../rpc/source-batch';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { ServiceContext } from '../context';
import { InForce } from '../trust/in-force';
import { type EventAccess, findEventAccess, mustBeAllowed } from './event';
import { requireSession } from './session';

/** The access of a machine, or of the organizer in its place. */
export interface SourceAccess {
  roomContext: RoomCallContext;
  sender: SourceSender;
}

/** Events at which machines count, by session and event. */
const events = new InForce<EventAccess<UserPrincipal>>(null);

const CODE_MAY_NOT = message(serviceTexts, 'machines_need_key');

/**
 * Checks what `requireEvent` checks, and that an API key or an admin sends: whoever has an access code could speak as any
 * machine. Key and event may be a second old.
 */
export async function requireSource(ctx: ServiceContext, eventId: string): Promise<SourceAccess> {
  const session = requireSession(ctx);
  const { sessionId, identity, key, account } = session;
  if (identity.type === 'code') throw new AppError('forbidden', CODE_MAY_NOT);
  const pair = `${sessionId} ${eventId}`;
  const access = await events.find(ctx, pair, () => findEventAccess(ctx, session, eventId));
  if (access === null) throw new AppError('not_found');
  mustBeAllowed(session, 'manage', eventId);
  // This call opens the event.
  if (access.roomContext.isOpened === false) events.forget(pair);
  return {
    roomContext: { ...access.roomContext, account },
    sender: key ? `key:${key.keyId}` : `admin:${identity.personId}`,
  };
}
