import { sha256Hex } from '../../crypto/ids';
import type { ServiceContext } from '../context';

/** An address together with one email or code. Hashed, because people type passwords into the wrong field. */
const pairOf = ({ address }: ServiceContext, identifier: string): Promise<string> =>
  sha256Hex(`${address} ${identifier}`);

/** The key for failed logins of an address with one email or code. */
export const loginKey = async (ctx: ServiceContext, identifier: string): Promise<string> =>
  `login:${await pairOf(ctx, identifier)}`;

/** The key for its successful logins. */
export const enteredKey = async (ctx: ServiceContext, identifier: string): Promise<string> =>
  `entered:${await pairOf(ctx, identifier)}`;
