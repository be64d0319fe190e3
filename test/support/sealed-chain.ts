import { zipSync } from 'fflate';
import { packReadme } from '../../src/reports/sealed/readme';
import {
  CHAIN_FILE,
  canonicalText,
  evidenceFolder,
  hashOf,
  KEYS_FILE,
  PACK_README_FILE,
  SEAL_ALGORITHM,
  textHash,
  thumbprintOf,
  toBase64Url,
  utf8,
} from '../../src/shared/sealed/sealing';
import type { EvidenceKey, Seal, SealedFile, SealLink } from '../../src/shared/sealed/schemas';
import { SUMS_FILE, sumLine } from '../../src/shared/sealed/sums';

/** The files of a pack, by name. */
export type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** A signing key, as `npm run evidence:key` makes one. */
export interface TestKey {
  publicKey: EvidenceKey;
  sign: (text: string) => Promise<string>;
}

export async function newTestKey(): Promise<TestKey> {
  const pair = await crypto.subtle.generateKey({ name: SEAL_ALGORITHM }, true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('No pair of keys');
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const x = 'x' in jwk ? (jwk.x ?? '') : '';
  return {
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid: await thumbprintOf(x), use: 'sig', alg: 'EdDSA' },
    sign: async (text) =>
      toBase64Url(new Uint8Array(await crypto.subtle.sign(SEAL_ALGORITHM, pair.privateKey, utf8(text)))),
  };
}

/** The pack with other content of one file. */
export const withFile = (files: Files, name: string, text: string): Files => new Map([...files, [name, utf8(text)]]);

/** The pack with a list of sums that fits its files, as somebody who changes a file would make it. */
export async function withNewSums(files: Files): Promise<Files> {
  const lines: string[] = [];
  for (const [name, content] of files) if (name !== SUMS_FILE) lines.push(sumLine(name, await hashOf(content)));
  return withFile(files, SUMS_FILE, lines.join(''));
}

export const zipOf = (files: Files): Uint8Array<ArrayBuffer> => new Uint8Array(zipSync(Object.fromEntries(files)));

/** A sealed day: its files, and who has signed its seal. */
export interface ChainDay {
  seal: Pick<Seal, 'day' | 'startsAt' | 'endsAt' | 'contents'> & Partial<Seal>;
  files: Readonly<Record<string, string>>;
  key: TestKey | null;
}

const sealedFile = async ([name, text]: [string, string]): Promise<SealedFile> => ({
  name,
  bytes: utf8(text).byteLength,
  sha256: await textHash(text),
});

async function linkOf({ seal, files, key }: ChainDay, before: SealLink | undefined): Promise<SealLink> {
  const made: Seal = {
    format: 'headroom-seal',
    version: 1,
    seq: (before?.seal.seq ?? 0) + 1,
    prev: before?.fingerprint ?? null,
    eventId: 'e1',
    eventName: 'Harbor Night',
    timeZone: 'UTC',
    revision: 1,
    closedAt: seal.endsAt,
    sealedAt: seal.endsAt,
    ledgerUpTo: 1,
    journalUpTo: 1,
    files: await Promise.all(Object.entries(files).map(sealedFile)),
    kid: key?.publicKey.kid ?? null,
    ...seal,
  };
  const text = canonicalText(made);
  return { fingerprint: await textHash(text), signature: (await key?.sign(text)) ?? null, seal: made };
}

/** Makes a pack as the server does. @param keys what keys.json has */
export async function sealedChain(days: readonly ChainDay[], keys: readonly EvidenceKey[] = []) {
  const links: SealLink[] = [];
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const day of days) {
    const link = await linkOf(day, links.at(-1));
    links.push(link);
    for (const [name, text] of Object.entries(day.files)) files.set(`${evidenceFolder(link.seal)}/${name}`, utf8(text));
  }
  const folders = links.map(({ seal }) => evidenceFolder(seal));
  files.set(PACK_README_FILE, utf8(packReadme({ eventName: 'Harbor Night', folders, verifyPage: '/verify' })));
  files.set(CHAIN_FILE, utf8(JSON.stringify({ format: 'headroom-seals', version: 1, links })));
  files.set(KEYS_FILE, utf8(JSON.stringify({ keys })));
  return { files: await withNewSums(files), links };
}
