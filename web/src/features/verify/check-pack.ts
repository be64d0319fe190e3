import * as z from 'zod/mini';
import {
  CHAIN_FILE,
  evidenceFolder,
  hashOf,
  KEYS_FILE,
  PACK_README_FILE,
  thumbprintOf,
} from '../../../../src/shared/evidence/sealing';
import { SUMS_FILE } from '../../../../src/shared/evidence/sums';
import {
  type EvidenceKey,
  EvidenceKeysSchema,
  type SealChain,
  SealChainSchema,
} from '../../../../src/shared/evidence/schemas';
import { checkChain } from './check-chain';
import { checkSums } from './check-sums';
import type { Finding } from './findings';
import type { PackFiles } from './read-pack';

export interface CheckOptions {
  /** The public keys that the installation serves; null if it was not reachable. */
  installationKeys: readonly EvidenceKey[] | null;
  /** A fingerprint from outside, or its beginning, in hex; '' for none. */
  fingerprint: string;
}

export interface PackCheck {
  eventName: string | null;
  /** The days whose files are in the pack, YYYY-MM-DD. */
  days: string[];
  findings: Finding[];
}

function readJson<T>(files: PackFiles, name: string, schema: z.core.$ZodType<T>): T | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(files.get(name));
    return z.parse(schema, JSON.parse(text));
  } catch {
    return null;
  }
}

/** Checks the keys of the pack. Only keys whose id fits are used. */
async function checkKeys(files: PackFiles, findings: Finding[]): Promise<EvidenceKey[]> {
  const read = readJson(files, KEYS_FILE, EvidenceKeysSchema);
  if (read === null) findings.push({ type: 'file_unreadable', file: KEYS_FILE });
  const fit: EvidenceKey[] = [];
  for (const key of read?.keys ?? []) {
    if ((await thumbprintOf(key.x)) === key.kid) fit.push(key);
    else findings.push({ type: 'key_changed', kid: key.kid });
  }
  return fit;
}

/** The files of a pack that no seal has. Packs of earlier releases have no readme and no sums. */
const UNSEALED: readonly string[] = [CHAIN_FILE, KEYS_FILE, PACK_README_FILE, SUMS_FILE];

/** Compares each file with the hash in its day's seal. Returns the days that have files. */
async function checkFiles(files: PackFiles, { links }: SealChain, findings: Finding[]): Promise<string[]> {
  const known = new Set(UNSEALED);
  const days: string[] = [];
  let intact = 0;
  for (const { seal } of links) {
    const folder = evidenceFolder(seal);
    // Of most days the pack has only the seal.
    if (![...files.keys()].some((name) => name.startsWith(`${folder}/`))) continue;
    days.push(seal.day);
    for (const { name, bytes, sha256 } of seal.files) {
      const file = `${folder}/${name}`;
      const content = files.get(file);
      known.add(file);
      if (content === undefined) findings.push({ type: 'file_missing', file });
      else if (content.byteLength === bytes && (await hashOf(content)) === sha256) intact += 1;
      else findings.push({ type: 'file_changed', file, day: seal.day });
    }
  }
  for (const file of files.keys()) if (!known.has(file)) findings.push({ type: 'file_unknown', file });
  if (days.length === 0) findings.push({ type: 'no_files' });
  if (intact > 0) findings.push({ type: 'files_intact', files: intact });
  return days;
}

/** Checks every file, every link, every signature and the fingerprint from outside. Sends nothing anywhere. */
export async function checkPack(files: PackFiles, { installationKeys, fingerprint }: CheckOptions): Promise<PackCheck> {
  const findings: Finding[] = [];
  const packKeys = await checkKeys(files, findings);
  const chain = readJson(files, CHAIN_FILE, SealChainSchema);
  if (chain === null) {
    findings.push({ type: 'file_unreadable', file: CHAIN_FILE });
    return { eventName: null, days: [], findings };
  }
  const days = await checkFiles(files, chain, findings);
  const found = findings.flatMap((finding) =>
    finding.type === 'file_changed' || finding.type === 'file_missing' ? finding.file : [],
  );
  findings.push(...(await checkSums(files, new Set(found))));
  findings.push(...(await checkChain(chain, { installationKeys: installationKeys ?? [], packKeys, fingerprint })));
  return { eventName: chain.links.at(-1)?.seal.eventName ?? null, days, findings };
}
