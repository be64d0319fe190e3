import { isSigned, sign } from '../../crypto/signing';

const text = (accessCode: string): string => `join ${accessCode}`;

/**
 * Returns the signature for a join link. It proves that this installation has made the link, so that nobody has guessed
 * the code.
 */
export const makeJoinKey = (key: string, accessCode: string): Promise<string> => sign(key, text(accessCode));

export const isJoinKey = (key: string, accessCode: string, joinKey: string): Promise<boolean> =>
  isSigned(key, text(accessCode), joinKey);
