import { newToken } from '../../crypto/ids';
import { INVITATION_MS } from './limits';
import { isoTime } from '../../time/iso-time';
import type { OperatorAccess } from '../access/operator';
import { addInvitation, refuseWhenClosed } from '../accounts/admission';
import type { ServiceContext } from '../context';
import type { Invitation } from './schemas';

/** Makes an invitation to sign up. Throws a 403 where it would open nothing. */
export async function invite(ctx: ServiceContext, _operator: OperatorAccess): Promise<Invitation> {
  await refuseWhenClosed(ctx);
  const token = newToken();
  const expiresAt = ctx.now() + INVITATION_MS;
  await addInvitation(ctx, token, expiresAt);
  return { token, expiresAt: isoTime(expiresAt) };
}
