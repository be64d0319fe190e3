import type { AdminSession, ServiceContext, Session } from '../context';
import { AppError } from '../../shared/errors';

/** 401 for a guest. */
export function requireSession({ session }: ServiceContext): Session {
  if (session === null) throw new AppError('unauthenticated');
  return session;
}

/** 401 for a guest, 403 for an access-code user (docs/product.md, U4). */
export function requireAdmin(ctx: ServiceContext): AdminSession {
  const session = requireSession(ctx);
  const { identity } = session;
  if (identity.type !== 'admin') throw new AppError('forbidden');
  return { ...session, identity };
}
