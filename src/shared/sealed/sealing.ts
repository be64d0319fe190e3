import canonicalize from 'canonicalize';

/** What sealing and checking have in common: the canonical text of a seal, its fingerprint, and the names in a pack. */

/** The signature of a seal (RFC 8032). */
export const SEAL_ALGORITHM = 'Ed25519';

/** The files in the folder of a sealed day, besides its reports. */
export const EVIDENCE_FILES = {
  readme: 'README.txt',
  figures: 'report.json',
  ledger: 'ledger.csv',
  journal: 'journal.csv',
} as const;

/** Returns the name of a sealed day's report in a language. */
export const reportFile = (language: string): string => `report.${language}.html`;

/** The files of a pack that belong to no single day. */
export const CHAIN_FILE = 'seals.json';
export const KEYS_FILE = 'keys.json';
/** How to read and check the pack. No seal has it. */
export const PACK_README_FILE = 'README.txt';

/** Returns the folder of a sealed day in a pack. */
export const evidenceFolder = ({ day, revision }: { day: string; revision: number }): string =>
  `${day} revision ${revision}`;

/** Returns the canonical JSON of a seal or key (RFC 8785). */
export function canonicalText(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('The value has no JSON');
  return text;
}

/** Returns the SHA-256 of the bytes in hex. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const encoder = new TextEncoder();

/** Returns the text's UTF-8. The copy is of a type that WebCrypto takes in browsers and workers. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(encoder.encode(text));

/** Returns the SHA-256 of the text's UTF-8 in hex: of a seal's canonical text, this is the seal's fingerprint. */
export const textHash = (text: string): Promise<string> => hashOf(utf8(text));

/** Encodes bytes as base64url without padding (RFC 4648 section 5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Decodes base64 or base64url; null if the text is neither. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (unit) => unit.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Returns the id of a public key: its JWK thumbprint (RFC 7638, with the members of RFC 8037 appendix A.3). */
export async function thumbprintOf(x: string): Promise<string> {
  const text = canonicalText({ crv: SEAL_ALGORITHM, kty: 'OKP', x });
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));
}
