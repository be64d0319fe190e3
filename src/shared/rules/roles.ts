/** What a person is in an account (docs/product.md, U7). */
export const MEMBER_ROLES = ['owner', 'manager'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** What not every admin may do: see and change billing, decide who belongs to the account, delete the account. */
export type Verb = 'billing' | 'members' | 'close';

const MAY: Readonly<Record<MemberRole, Readonly<Record<Verb, boolean>>>> = {
  owner: { billing: true, members: true, close: true },
  manager: { billing: false, members: false, close: false },
};

/** Whether a member with this role may do this. Everything that is no verb, every member may do. */
export const can = (role: MemberRole, verb: Verb): boolean => MAY[role][verb];
