import { tellHub } from '../call-room';
import type { ServiceContext } from '../context';

/** Closes the sockets of a member's sessions that D1 has just deleted, at the hubs of their accounts. */
export async function endSockets(
  ctx: Pick<ServiceContext, 'hub' | 'requestId'>,
  ended: readonly { sessionId: string; userId: string | null }[],
): Promise<void> {
  const byAccount = Map.groupBy(ended, ({ userId }) => userId);
  await Promise.all(
    [...byAccount].map(async ([userId, own]) => {
      const ids = own.map(({ sessionId }) => sessionId);
      if (userId !== null) await tellHub(ctx, 'end sessions', userId, (hub) => hub.endSessions(ids));
    }),
  );
}
