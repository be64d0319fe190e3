import { ACCESS_CODE_ALPHABET, ACCESS_CODE_LENGTH } from '../shared/rules/access-code';
import { randomBytes, toHex } from './bytes';

const ID_BYTES = 16;
/** 256 random bits (docs/product.md, S3). */
const TOKEN_BYTES = 32;

/** Creates an id for a user, event, area, session or request: 128 random bits in hex. */
export const newId = (): string => toHex(randomBytes(ID_BYTES));

/** Creates the token for a session's cookie, in hex. The server stores only its hash. */
export const newToken = (): string => toHex(randomBytes(TOKEN_BYTES));

/** Whether the text has the form of a token from {@link newToken}. */
export const isToken = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Creates an access code. Bytes beyond the alphabet's last full round are discarded, for equal chances. */
export function newAccessCode(): string {
  const size = ACCESS_CODE_ALPHABET.length;
  const fair = 256 - (256 % size);
  let code = '';
  while (code.length < ACCESS_CODE_LENGTH) {
    for (const byte of randomBytes(ACCESS_CODE_LENGTH)) {
      if (byte < fair && code.length < ACCESS_CODE_LENGTH) code += ACCESS_CODE_ALPHABET.charAt(byte % size);
    }
  }
  return code;
}

/** Returns the session id under which rooms know all viewers of one display link. It ends with the link. */
export const displaySessionId = async (displayToken: string): Promise<string> =>
  `display:${await sha256Hex(displayToken)}`;

/** Returns the SHA-256 of the text's UTF-8 in hex. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
