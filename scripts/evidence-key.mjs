import { createHash, generateKeyPairSync } from 'node:crypto';
import process from 'node:process';

/**
 * `npm run evidence:key`: makes a key for the seals of closed days, and prints it once. Nothing is stored or sent.
 */
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const secret = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
const { x } = publicKey.export({ format: 'jwk' });
/** The JWK thumbprint (RFC 7638). */
const kid = createHash('sha256')
  .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
  .digest('base64url');

process.stdout.write(`EVIDENCE_KEY, a secret; keep it in your password manager, too:

  ${secret}

Its public key, which goes into EVIDENCE_RETIRED_KEYS when another key replaces it:

  ${x}

Its id in seals: ${kid}

Set it: npm run setup -- --env production --with evidence
`);
