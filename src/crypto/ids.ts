import { ACCESS_CODE_ALPHABET, ACCESS_CODE_LENGTH } from '../shared/rules/access-code';
import { randomBytes, toHex } from './bytes';

const ID_BYTES = 16;
/** 256 bits (docs/product.md, S3). */
const TOKEN_BYTES = 32;

/** For users, events, areas, sessions and requests: 128 random bits, hex. */
export const newId = (): string => toHex(randomBytes(ID_BYTES));

/** The token in a session's cookie: hex, never stored. */
export const newToken = (): string => toHex(randomBytes(TOKEN_BYTES));

/** Every character is equally likely: bytes beyond the last full round of the alphabet are discarded. */
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

/** The session id of a display link's viewers, as rooms know it: it ends with the link. */
export const displaySessionId = async (displayToken: string): Promise<string> =>
  `display:${await sha256Hex(displayToken)}`;

/** SHA-256 of the text's UTF-8, hex. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
