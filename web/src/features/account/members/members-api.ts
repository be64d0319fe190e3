import { useQuery } from '@tanstack/react-query';
import {
  type CreatedMemberInvitation,
  CreatedMemberInvitationSchema,
  type MemberList,
  MemberListSchema,
  type NewMemberInvitation,
} from '../../../../../src/shared/members/schemas';
import type { MemberRole } from '../../../../../src/shared/rules/roles';
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

const pathOf = ({ personId }: Member): string => `${MEMBERS}/${encodeURIComponent(personId)}`;

/** @throws {ApiError} `confirmation_needed` when the last login is too old, as {@link removeMember} and {@link invite} do */
export async function changeRole(member: Member, role: MemberRole): Promise<void> {
  await callApi(pathOf(member), SuccessSchema, { method: 'PATCH', body: { role } });
}

export const removeMember = (member: Member): Promise<void> =>
  ended(callApi(pathOf(member), SuccessSchema, { method: 'DELETE' }));

/** Makes an invitation. Its token is in this answer and in no other. A mail to its address is in the page's language. */
export const invite = (body: NewMemberInvitation): Promise<CreatedMemberInvitation> =>
  callApi(INVITATIONS, CreatedMemberInvitationSchema, {
    method: 'POST',
    body,
    headers: { 'accept-language': currentLanguage() },
  });

export const endInvitation = ({ invitationId }: OpenMemberInvitation): Promise<void> =>
  ended(callApi(`${INVITATIONS}/${encodeURIComponent(invitationId)}`, SuccessSchema, { method: 'DELETE' }));
