import { generateKeyPairSync } from 'node:crypto';
import process from 'node:process';

/**
 * `npm run push:key`: makes the key pair with which this installation's pushes are signed (RFC 8292), and prints it once.
 * Nothing is stored or sent.
 */
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
const [left, right] = [x, y].map((half) => Buffer.from(half, 'base64url'));
const publicKey = Buffer.concat([Buffer.from([4]), left ?? Buffer.of(), right ?? Buffer.of()]).toString('base64url');

process.stdout.write(`PUSH_KEY, a secret; keep it in your password manager, too:

  ${publicKey}.${d}

With another key, every browser has to be added again.

Set it: npm run setup -- --env production --with push
`);
