import { useQuery } from '@tanstack/react-query';
import { type AccountActivity, AccountActivitySchema, type User } from '../../../../../src/shared/schemas/user';
import { SuccessSchema } from '../../../../../src/shared/schemas/success';
import type { Deletion } from '../../../../../src/shared/schemas/inputs';
import { may } from '../../../session/may';
import { AnySchema, callApi } from '../../../api/api-client';

type Expected = NonNullable<Deletion['expect']>;

/**
 * Deletes this user's account or leaves it, as the person has agreed to.
 * @throws {ApiError} `confirmation_needed` when the last login is too old: call {@link confirmPassword} first;
 * `other_owner` or `last_owner` if the other of the two would happen, because the account's owners have changed;
 * `conflict` when another tab has switched to another account
 */
export async function deleteAccount({ accountId }: User, expect: Expected): Promise<void> {
  const body: Deletion = { accountId: accountId ?? null, expect };
  await callApi('/api/users', AnySchema, { method: 'DELETE', body });
}

export async function confirmPassword(password: string): Promise<void> {
  await callApi('/api/auth/confirm', SuccessSchema, { method: 'POST', body: { password } });
}

/**
 * Loads what a deletion would interrupt right now, each time it is shown; undefined if the call failed or is running, or
 * if the user may not delete the account.
 */
export const useActivity = (user: User): AccountActivity | undefined =>
  useQuery<AccountActivity>({
    enabled: may(user, 'close'),
    queryKey: ['activity'],
    queryFn: ({ signal }) => callApi('/api/users/activity', AccountActivitySchema, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  }).data;
