import { ACCESS_CODE_ALPHABET, ACCESS_CODE_LENGTH } from '../shared/rules/access-code';
import { randomBytes, toHex } from './bytes';

const ID_BYTES = 16;
/** 256 bits (design section 5). */
const TOKEN_BYTES = 32;

/** For users, events, areas, sessions and requests: 128 random bits, hex. */
export const newId = (): string => toHex(randomBytes(ID_BYTES));

/** What a session's cookie carries: hex, never stored. */
export const newToken = (): string => toHex(randomBytes(TOKEN_BYTES));

/** Every character equally likely: bytes beyond the last full round of the alphabet are thrown away. */
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

/** What a display link's viewers are to rooms, in place of a session: it ends with the link. */
export const displaySessionId = async (displayToken: string): Promise<string> =>
  `display:${await sha256Hex(displayToken)}`;

/** SHA-256 of the text's UTF-8, hex. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
