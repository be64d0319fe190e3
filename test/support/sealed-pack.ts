import { strToU8, zipSync } from 'fflate';
import { canonicalText, textHash, thumbprintOf, toBase64Url, utf8 } from '../../src/shared/evidence/sealing';
import type { Seal } from '../../src/shared/evidence/schemas';

/** What the report of the pack says, unless somebody changes it. */
export const SEALED_REPORT = 'The most at once: 122';
export const SEALED_FOLDER = '2026-11-20 revision 1';

/** A small evidence pack as the server makes it, with another report in it than the sealed one if `report` is given. */
export async function sealedPack({ report = SEALED_REPORT, isSigned = false } = {}) {
  const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('No pair of keys');
  const { x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const kid = await thumbprintOf(x);
  const seal: Seal = {
    format: 'headroom-seal',
    version: 1,
    seq: 1,
    prev: null,
    eventId: 'e1',
    eventName: 'Harbor Night',
    timeZone: 'UTC',
    day: '2026-11-20',
    revision: 1,
    startsAt: '2026-11-20T06:00:00.000Z',
    endsAt: '2026-11-21T06:00:00.000Z',
    closedAt: '2026-11-21T06:01:00.000Z',
    sealedAt: '2026-11-21T06:01:00.000Z',
    ledgerUpTo: 1,
    journalUpTo: 1,
    files: [{ name: 'report.en.html', bytes: SEALED_REPORT.length, sha256: await textHash(SEALED_REPORT) }],
    kid: isSigned ? kid : null,
  };
  const text = canonicalText(seal);
  const fingerprint = await textHash(text);
  const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, utf8(text));
  const links = [{ fingerprint, signature: isSigned ? toBase64Url(new Uint8Array(signature)) : null, seal }];
  const keys = isSigned ? [{ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' }] : [];
  const bytes = zipSync({
    [`${SEALED_FOLDER}/report.en.html`]: strToU8(report),
    'seals.json': strToU8(JSON.stringify({ format: 'headroom-seals', version: 1, links })),
    'keys.json': strToU8(JSON.stringify({ keys })),
  });
  return { bytes: new Uint8Array(bytes), fingerprint, keys };
}
