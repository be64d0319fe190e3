import type { WHO } from '../../../../src/routes/openapi/operation';
import { type Principal, PRINCIPALS } from './world';

/** Who may make a call, in the words of the API document. */
export type Access = keyof typeof WHO;

type Statuses = Partial<Record<Principal, number>>;

const everyoneBut = (allowed: Principal): Statuses =>
  Object.fromEntries(PRINCIPALS.filter((who) => who !== allowed).map((who) => [who, 401]));

/** Who has no session, or none that holds any more. */
const STRANGERS: Statuses = { guest: 401, viewer: 401, operator: 401, expired: 401, revoked: 401, deleted: 401 };
/** What everyone gets who may not. Another's event or area does not exist. */
export const REFUSED: Readonly<Record<Access, Statuses>> = {
  anyone: {},
  link: {},
  signedIn: STRANGERS,
  admin: { ...STRANGERS, otherCode: 403, code: 403 },
  counting: { ...STRANGERS, otherCode: 404, other: 404 },
  owner: { ...STRANGERS, otherCode: 403, code: 403, other: 404 },
  operator: everyoneBut('operator'),
};

export const isAllowed = (access: Access, who: Principal): boolean => REFUSED[access][who] === undefined;
