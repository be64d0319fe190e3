import { isSigned, sign } from '../../lib/signing';

const text = (accessCode: string): string => `join ${accessCode}`;

/** What a join link carries beside the code: that this installation has made it, so that nobody has guessed the code. */
export const makeJoinKey = (key: string, accessCode: string): Promise<string> => sign(key, text(accessCode));

export const isJoinKey = (key: string, accessCode: string, joinKey: string): Promise<boolean> =>
  isSigned(key, text(accessCode), joinKey);
