import { BASE32 } from '../shared/rules/second-step';

/** Codes of authenticator apps: RFC 6238 with its defaults, which all apps know: HMAC-SHA-1, six digits, 30 seconds. */

const STEP_MS = 30_000;
const DIGITS = 6;
/** How many steps a clock may be ahead or behind (RFC 6238, 5.2). */
const DRIFT_STEPS = 1;

/** Reads Base32 without padding (RFC 4648, 6). */
function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  let [bits, held] = [0, 0];
  const bytes: number[] = [];
  for (const letter of secret) {
    held = ((held << 5) | BASE32.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** Returns the code of a step (RFC 4226, 5.3). */
async function codeOf(key: CryptoKey, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const hash = new DataView(await crypto.subtle.sign('HMAC', key, counter));
  const number = hash.getUint32(hash.getUint8(hash.byteLength - 1) & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the number of the step at this time, epoch ms. */
export const totpStep = (at: number): number => Math.floor(at / STEP_MS);

/** Returns the code of a secret in this step. */
export async function totp(secret: string, step: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  return codeOf(await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']), step);
}

/** Returns the step to which the code belongs, which is at most DRIFT_STEPS from now; null for a wrong code. */
export async function stepOfCode(secret: string, code: string, now: number): Promise<number | null> {
  const steps = Array.from({ length: 2 * DRIFT_STEPS + 1 }, (_, i) => totpStep(now) - DRIFT_STEPS + i);
  const codes = await Promise.all(steps.map((step) => totp(secret, step)));
  return steps[codes.indexOf(code)] ?? null;
}
