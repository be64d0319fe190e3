/** What a person is in an account (docs/product.md, U7). */
export const MEMBER_ROLES = ['owner', 'manager', 'supervisor', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** What anybody who is logged in is: a member, or somebody at a door with the event's access code. */
export type Role = MemberRole | 'door';

/**
 * - `billing`: sees bills, and pays
 * - `members`: decides who belongs to the account
 * - `close`: deletes the account
 * - `manage`: creates, changes and deletes events and areas, with their codes, links, keys and recipients
 * - `control`: recounts, gives orders, evacuates, settles what is in doubt
 * - `count`: counts, confirms orders, acknowledges alerts
 * - `review`: reads reports, alerts, devices, and everything else that was recorded
 * - `watch`: sees the present numbers
 */
export type Verb = 'billing' | 'members' | 'close' | 'manage' | 'control' | 'count' | 'review' | 'watch';

/** What somebody may do at one event. */
export type EventVerb = Exclude<Verb, 'billing' | 'members' | 'close'>;

/** `all`: for the account and all its events. `chosen`: for the events that were chosen for the member. */
type Scope = 'all' | 'chosen';

/** What each role may do, and for what. */
const MAY: Readonly<Record<Role, Readonly<Partial<Record<Verb, Scope>>>>> = {
  owner: {
    billing: 'all',
    members: 'all',
    close: 'all',
    manage: 'all',
    control: 'all',
    count: 'all',
    review: 'all',
    watch: 'all',
  },
  manager: { manage: 'all', control: 'all', count: 'all', review: 'all', watch: 'all' },
  supervisor: { control: 'chosen', count: 'chosen', review: 'chosen', watch: 'chosen' },
  viewer: { review: 'chosen', watch: 'chosen' },
  door: { count: 'chosen', watch: 'chosen' },
};

/** Somebody who is logged in, as far as permissions go. */
export interface Permitted {
  role: Role;
  /** The ids of the chosen events; null for a role that has all events of the account. */
  eventIds: readonly string[] | null;
}

/** Whether this role allows the verb at all. */
export const canSomewhere = (role: Role, verb: Verb): boolean => MAY[role][verb] !== undefined;

/** Whether members with this role have chosen events only. */
export const hasChosenEvents = (role: MemberRole): boolean => MAY[role].watch === 'chosen';

/**
 * Whether somebody may do this.
 * @param eventId the event of the account in which it happens; missing for what concerns the account
 */
export function can({ role, eventIds }: Permitted, verb: Verb, eventId?: string): boolean {
  const scope = MAY[role][verb];
  return scope === 'all' || (scope === 'chosen' && eventId !== undefined && (eventIds ?? []).includes(eventId));
}
