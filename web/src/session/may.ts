import { can, type Verb } from '../../../src/shared/rules/roles';
import type { User } from '../../../src/shared/schemas/user';

/** Whether this admin may do what not every admin may. A user whom an older release has stored here is an owner. */
export const may = ({ memberRole = 'owner' }: User, verb: Verb): boolean => can(memberRole, verb);
