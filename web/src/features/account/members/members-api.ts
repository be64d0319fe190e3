import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type CreatedMemberInvitation,
  type MadeRef,
  CreatedMemberInvitationSchema,
  type MemberList,
  MemberListSchema,
  type NewGrant,
  type NewMemberInvitation,
} from '../../../../../src/shared/members/schemas';
import { SuccessSchema } from '../../../../../src/shared/schemas/success';
import type { User } from '../../../../../src/shared/schemas/user';
import { callApi, ended } from '../../../api/api-client';
import { may } from '../../../session/may';
import { currentLanguage } from '../../../texts/texts';

const MEMBERS = '/api/members';
const INVITATIONS = `${MEMBERS}/invitations`;
export const MEMBERS_KEY = ['members'] as const;

export type Member = MemberList['members'][number];
export type OpenMemberInvitation = MemberList['invitations'][number];

/** Loads the members each time that they are shown. Only owners may see them, so nobody else asks. */
export const useMembers = (user: User) =>
  useQuery<MemberList>({
    queryKey: MEMBERS_KEY,
    queryFn: ({ signal }) => callApi(MEMBERS, MemberListSchema, { signal }),
    enabled: may(user, 'members'),
    staleTime: 0,
  });

/**
 * Returns a function that makes a change of members or invitations, and then loads both again: after a failure, they
 * may be out of date, too.
 */
export function useMembersChange(): (change: () => Promise<void>) => Promise<void> {
  const client = useQueryClient();
  return async (change) => {
    try {
      await change();
    } finally {
      await client.invalidateQueries({ queryKey: MEMBERS_KEY });
    }
  };
}

export const memberPath = ({ personId }: Member): string => `${MEMBERS}/${encodeURIComponent(personId)}`;

/**
 * Changes a member's role, and the events for which it holds.
 * @throws {ApiError} `confirmation_needed` when the last login is too old, as {@link removeMember} and {@link invite}
 */
export async function changeRole(member: Member, grant: NewGrant): Promise<void> {
  await callApi(memberPath(member), SuccessSchema, { method: 'PATCH', body: grant });
}

/** Removes a member, and ends of what the member has made what `ends` names. */
export const removeMember = (member: Member, ends: readonly MadeRef[]): Promise<void> =>
  ended(callApi(memberPath(member), SuccessSchema, { method: 'DELETE', body: { ends } }));

/** Makes an invitation. Only this answer contains its token. A mail to its address is in the page's language. */
export const invite = (body: NewMemberInvitation): Promise<CreatedMemberInvitation> =>
  callApi(INVITATIONS, CreatedMemberInvitationSchema, {
    method: 'POST',
    body,
    headers: { 'accept-language': currentLanguage() },
  });

export const endInvitation = ({ invitationId }: OpenMemberInvitation): Promise<void> =>
  ended(callApi(`${INVITATIONS}/${encodeURIComponent(invitationId)}`, SuccessSchema, { method: 'DELETE' }));
