import { newToken, sha256Hex } from '../../crypto/ids';

/**
 * The text of an API key: `hrk_`, 64 hex digits (256 random bits) and 8 hex digits of a checksum. Secret scanners find it
 * with the pattern `hrk_[0-9a-f]{72}` and can tell by the checksum that it is no accident (docs/security.md).
 */
const PREFIX = 'hrk_';
const FORM = /^hrk_[0-9a-f]{72}$/;
const CHECKSUM_LENGTH = 8;
/** How many characters of a key are shown, so that people can tell keys apart. */
const HINT_LENGTH = 10;

const checksumOf = async (text: string): Promise<string> => (await sha256Hex(text)).slice(0, CHECKSUM_LENGTH);

/** Creates a key. */
export async function newApiKey(): Promise<string> {
  const text = `${PREFIX}${newToken()}`;
  return text + (await checksumOf(text));
}

/** Whether the text has the form of a key, with the right checksum. */
export const isApiKey = async (text: string): Promise<boolean> =>
  FORM.test(text) && text.endsWith(await checksumOf(text.slice(0, -CHECKSUM_LENGTH)));

export const hintOf = (key: string): string => key.slice(0, HINT_LENGTH);

function basicPassword(encoded: string): string {
  try {
    const [, ...password] = atob(encoded).split(':');
    return password.join(':');
  } catch {
    return '';
  }
}

/**
 * Returns the key in an Authorization header: the token of `Bearer`, or the password of `Basic` with any user name. Null
 * if there is none. Anything that does not begin like a key is none: it may be for a proxy, or the operator's token.
 */
export function keyIn(authorization: string): string | null {
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+) *$/i.exec(authorization) ?? [];
  const text = scheme.toLowerCase() === 'basic' ? basicPassword(value) : value;
  return text.startsWith(PREFIX) ? text : null;
}
