import { useQuery } from '@tanstack/react-query';
import { type OwnSession, OwnSessionListSchema } from '../../../../src/shared/schemas/session';
import { SuccessSchema } from '../../../../src/shared/schemas/success';
import { callApi, ended } from '../../api/api-client';

const SESSIONS = '/api/users/sessions';
export const SESSIONS_KEY = ['sessions'] as const;

/**
 * Loads the newest sessions again each time they are shown, because somebody may have logged in meanwhile.
 * @param limit how many sessions at most
 */
export const useOwnSessions = (limit: number) =>
  useQuery<OwnSession[]>({
    queryKey: [...SESSIONS_KEY, limit],
    queryFn: ({ signal }) => callApi(`${SESSIONS}?limit=${limit}`, OwnSessionListSchema, { signal }),
    placeholderData: (shown) => shown,
    staleTime: 0,
  });

/** Ends one session of the account, or all sessions except the current one. */
export async function endSessions(which: { sessionId: string } | 'others'): Promise<void> {
  const path = which === 'others' ? SESSIONS : `${SESSIONS}/${encodeURIComponent(which.sessionId)}`;
  await ended(callApi(path, SuccessSchema, { method: 'DELETE' }));
}

/** Changes the password. The server ends all other sessions and renews the current one. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await callApi('/api/users/password', SuccessSchema, { method: 'POST', body: { currentPassword, newPassword } });
}
