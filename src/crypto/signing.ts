import { timingSafeEqual } from 'node:crypto';
import { fromHex, toHex } from './bytes';

/** 128 bits of an HMAC: too many to guess, but short enough for a link. */
const SIGNATURE_BYTES = 16;
const SIGNATURE = /^[0-9a-f]{32}$/;

/** Returns the first 16 bytes of the HMAC-SHA-256 of the text's UTF-8 (RFC 2104), in hex. `key` is also in hex. */
export async function sign(key: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', fromHex(key), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text));
  return toHex(new Uint8Array(signature).subarray(0, SIGNATURE_BYTES));
}

/** Whether the signature is the one that {@link sign} makes, compared in constant time. */
export async function isSigned(key: string, text: string, signature: string): Promise<boolean> {
  if (!SIGNATURE.test(signature)) return false;
  return timingSafeEqual(fromHex(await sign(key, text)), fromHex(signature));
}
