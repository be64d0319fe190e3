import { logError } from '../../observability/log';
import type { LoginAnswer } from '../../shared/schemas/login';
import { AppError } from '../../shared/errors';
import { listAreasAtLogin } from '../areas/list';
import type { ServiceContext, Session } from '../context';
import { findEventByCode } from '../events/find-by-code';

/** A room answers in far less. A login does not wait longer for a room in trouble: its device asks by itself then. */
const PATIENCE_MS = 500;

type Opened = Pick<LoginAnswer, 'event' | 'areas' | 'alerts'>;

async function readCode(ctx: ServiceContext, eventId: string, accessCode: string): Promise<Opened> {
  try {
    const [event, { areas, alerts }] = await Promise.all([
      findEventByCode(ctx, accessCode),
      listAreasAtLogin(ctx, eventId),
    ]);
    return { event, areas, alerts };
  } catch (error) {
    if (!(error instanceof AppError)) logError('read what a code opens', error, { requestId: ctx.requestId });
    return {};
  }
}

/**
 * The event and areas that a new session of an access code opens; nothing for an admin, or when they cannot be read at
 * once.
 */
export async function readOpened(ctx: ServiceContext, session: Session): Promise<Opened> {
  const { identity } = session;
  if (identity.type !== 'code') return {};
  const opened = readCode({ ...ctx, session }, identity.eventId, identity.accessCode);
  const impatience = new Promise<Opened>((resolve) => setTimeout(() => resolve({}), PATIENCE_MS));
  return Promise.race([opened, impatience]);
}
