import { fromBase64, SEAL_ALGORITHM, thumbprintOf, toBase64Url, utf8 } from '../shared/sealed/sealing';
import type { EvidenceKey, EvidenceKeys } from '../shared/sealed/schemas';

/** The operator's key, with which rooms sign the seals of closed days. */
export interface SealingKey {
  publicKey: EvidenceKey;
  /** Returns the Ed25519 signature of the text's UTF-8 in base64url. */
  sign(text: string): Promise<string>;
}

/** The settings that concern seals (src/env.ts). */
export interface EvidenceSettings {
  EVIDENCE_KEY?: string;
  EVIDENCE_RETIRED_KEYS?: string;
}

const PUBLIC_KEY_BYTES = 32;

const keyOf = async (x: string): Promise<EvidenceKey> => ({
  kty: 'OKP',
  crv: SEAL_ALGORITHM,
  x,
  kid: await thumbprintOf(x),
  use: 'sig',
  alg: 'EdDSA',
});

/** The x of a public key in any form of base64; null if the text is no such key. */
function publicX(text: string): string | null {
  const bytes = fromBase64(text);
  return bytes?.byteLength === PUBLIC_KEY_BYTES ? toBase64Url(bytes) : null;
}

/**
 * Reads the present key; null if the installation has none.
 * @throws {Error} if the secret is no Ed25519 key (PKCS#8 in base64, as `npm run evidence:key` prints it)
 */
export async function readSealingKey({ EVIDENCE_KEY: secret = '' }: EvidenceSettings): Promise<SealingKey | null> {
  if (secret === '') return null;
  const bytes = fromBase64(secret.trim());
  const key = bytes && (await importKey(bytes));
  if (!key) throw new Error('EVIDENCE_KEY is no Ed25519 key in PKCS#8 and base64');
  const jwk = await crypto.subtle.exportKey('jwk', key);
  if (jwk instanceof ArrayBuffer || jwk.x === undefined) throw new Error('EVIDENCE_KEY has no public part');
  return {
    publicKey: await keyOf(jwk.x),
    sign: async (text) => {
      const signature = await crypto.subtle.sign(SEAL_ALGORITHM, key, utf8(text));
      return toBase64Url(new Uint8Array(signature));
    },
  };
}

async function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey('pkcs8', bytes, { name: SEAL_ALGORITHM }, true, ['sign']);
  } catch {
    // The runtime's message could quote the secret.
    return null;
  }
}

const retiredTexts = ({ EVIDENCE_RETIRED_KEYS: list = '' }: EvidenceSettings): string[] =>
  list.split(',').flatMap((text) => (text.trim() === '' ? [] : [text.trim()]));

/** Returns all public keys with which this installation has signed: the present one first. Skips what is no key. */
export async function publicKeys(settings: EvidenceSettings): Promise<EvidenceKeys> {
  // A wrong key is in the log (src/routes/middleware/configuration.ts), and seals nothing.
  const present = await readSealingKey(settings).catch(() => null);
  const retired = retiredTexts(settings).flatMap((text) => publicX(text) ?? []);
  return { keys: [...(present ? [present.publicKey] : []), ...(await Promise.all(retired.map(keyOf)))] };
}

/** Returns one sentence for each wrong setting, without a value. */
export async function wrongEvidenceSettings(settings: EvidenceSettings): Promise<string[]> {
  const sentences: string[] = [];
  try {
    await readSealingKey(settings);
  } catch (error) {
    sentences.push(error instanceof Error ? error.message : String(error));
  }
  if (retiredTexts(settings).some((text) => publicX(text) === null)) {
    sentences.push('EVIDENCE_RETIRED_KEYS has an entry that is no public key of Ed25519');
  }
  return sentences;
}
