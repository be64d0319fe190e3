import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A key for the seals of closed days, as src/crypto/evidence-key.ts reads it. */
export interface MadeKey {
  /** PKCS#8 in base64. */
  secret: string;
  /** The public key in base64url. */
  x: string;
  /** The JWK thumbprint (RFC 7638). */
  kid: string;
}

function describe(privateKey: KeyObject): MadeKey {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    secret: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    x,
    kid: createHash('sha256')
      .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
      .digest('base64url'),
  };
}

export const makeEvidenceKey = (): MadeKey => describe(generateKeyPairSync('ed25519').privateKey);

/** The file in the state folder that has the installation's own key, for this user alone. */
export const OWN_KEY_FILE = 'evidence-key';

/** @throws {Error} the file has no key */
function readOwnKey(path: string): MadeKey {
  const secret = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  try {
    return describe(createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' }));
  } catch {
    // The reason could quote the secret.
    throw new Error(`${path} is no key for seals. Put the file back from a copy of its folder.`);
  }
}

type Variables = Readonly<Record<string, string>>;

/**
 * Returns a local server's variables with a key for seals. If none is set, it is the installation's own, which the first
 * start makes. If one is set, an own key from before stays known, so that its seals stay checkable.
 * @param stateDir a folder that nobody else can read
 * @throws {Error} the file with the own key has no key
 */
export function withEvidenceKey(variables: Variables, stateDir: string): Variables {
  const path = join(stateDir, OWN_KEY_FILE);
  const isSet = Boolean(variables.EVIDENCE_KEY);
  if (!existsSync(path)) {
    if (isSet) return variables;
    // No start may find half a key.
    writeFileSync(`${path}.new`, `${makeEvidenceKey().secret}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  chmodSync(path, 0o600);
  const { secret, x } = readOwnKey(path);
  if (!isSet || variables.EVIDENCE_KEY === secret) return { ...variables, EVIDENCE_KEY: secret };
  const retired = [variables.EVIDENCE_RETIRED_KEYS, x].filter(Boolean).join(',');
  return { ...variables, EVIDENCE_RETIRED_KEYS: retired };
}
