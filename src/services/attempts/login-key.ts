import { sha256Hex } from '../../lib/ids';
import type { ServiceContext } from '../context';

/** What failed logins of an address with one email or code are counted by. Hashed: people type passwords into the wrong field. */
export const loginKey = async ({ address }: ServiceContext, identifier: string): Promise<string> =>
  `login:${await sha256Hex(`${address} ${identifier}`)}`;
