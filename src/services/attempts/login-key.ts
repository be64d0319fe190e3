import { sha256Hex } from '../../lib/ids';
import type { ServiceContext } from '../context';

/** An address with one email or code. Hashed: people type passwords into the wrong field. */
const pairOf = ({ address }: ServiceContext, identifier: string): Promise<string> =>
  sha256Hex(`${address} ${identifier}`);

/** What failed logins of an address with one email or code are counted by. */
export const loginKey = async (ctx: ServiceContext, identifier: string): Promise<string> =>
  `login:${await pairOf(ctx, identifier)}`;

/** What its logins that succeeded are counted by. */
export const enteredKey = async (ctx: ServiceContext, identifier: string): Promise<string> =>
  `entered:${await pairOf(ctx, identifier)}`;
