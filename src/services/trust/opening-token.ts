import { isSigned, sign } from '../../crypto/signing';

const text = (linkId: string, openedAt: string): string => `inspection ${linkId} ${openedAt}`;

const OPENED_AT = /^\d{1,15}$/;

/**
 * Returns the token of an opening of an inspector's link: its time (epoch ms) and a signature. The journal has the
 * opening, so whoever presents the token reads what the journal says that somebody could read.
 */
export const makeOpeningToken = async (key: string, linkId: string, openedAt: number): Promise<string> =>
  `${openedAt}.${await sign(key, text(linkId, String(openedAt)))}`;

/** Whether this installation has made the token for an opening of this link. */
export async function isOpeningToken(key: string, linkId: string, token: string): Promise<boolean> {
  const [openedAt = '', signature = '', ...rest] = token.split('.');
  return rest.length === 0 && OPENED_AT.test(openedAt) && (await isSigned(key, text(linkId, openedAt), signature));
}
