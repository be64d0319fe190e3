import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import { paths } from '../../lib/paths';

/** Leads to the login with the code filled in. The code as people read it: the link is also read aloud and typed. */
export const joinLink = (accessCode: string, origin: string): string =>
  `${origin}${paths.login}?code=${formatAccessCode(accessCode)}`;
