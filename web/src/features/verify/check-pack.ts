import * as z from 'zod/mini';
import {
  CHAIN_FILE,
  EVIDENCE_FILES,
  evidenceFolder,
  hashOf,
  KEYS_FILE,
  PACK_README_FILE,
  thumbprintOf,
} from '../../../../src/shared/sealed/sealing';
import { SUMS_FILE } from '../../../../src/shared/sealed/sums';
import {
  type EvidenceKey,
  EvidenceKeysSchema,
  type SealContents,
  type SealLink,
} from '../../../../src/shared/sealed/schemas';
import { readTimeZone } from '../../../../src/shared/rules/business-day';
import { checkChain } from './check-chain';
import { checkSums } from './check-sums';
import { type Fault, faultsOf } from './day/ledger-faults';
import { readReportAndLedger } from './day/read-day';
import type { Finding } from './findings';
import { readChain } from './read-chain';
import type { PackFiles } from './read-pack';

export interface CheckOptions {
  /** The public keys that the installation serves; null if it was not reachable. */
  installationKeys: readonly EvidenceKey[] | null;
  /** A fingerprint from outside, or its beginning, in hex; '' for none. */
  fingerprint: string;
}

/** How a file compares with its hash in the seal of its day. */
export type FileState = 'sealed' | 'changed' | 'missing';

/** A day whose files are in the pack. */
export interface DayCheck {
  /** YYYY-MM-DD */
  day: string;
  /** The zone of the day's clocks; null if there is none of that name. */
  timeZone: string | null;
  /** Epoch ms. */
  startsAt: number;
  endsAt: number;
  folder: string;
  /** The columns of the day's tables, as the seal lists them. */
  tables: SealContents['tables'];
  files: { name: string; state: FileState }[];
  /** Where a changed ledger or report does not add up; null if neither is changed, or one of them cannot be read. */
  faults: Fault[] | null;
}

export interface PackCheck {
  eventName: string | null;
  days: DayCheck[];
  findings: Finding[];
}

/** Much more than the chain of an event that runs for years. */
const JSON_BYTES_MAX = 32_000_000;

/** Reads a JSON file; null if it is missing or was changed so that it cannot be read. */
function readJson<T>(files: PackFiles, name: string, read: (value: unknown) => T): T | null {
  try {
    const bytes = files.get(name);
    if (bytes === undefined || bytes.byteLength > JSON_BYTES_MAX) return null;
    return read(JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)));
  } catch {
    return null;
  }
}

/** Checks the keys of the pack. Only keys whose id fits are used. */
async function checkKeys(files: PackFiles, findings: Finding[]): Promise<EvidenceKey[]> {
  const read = readJson(files, KEYS_FILE, (value) => z.parse(EvidenceKeysSchema, value));
  if (read === null) findings.push({ type: 'file_unreadable', file: KEYS_FILE });
  const fit: EvidenceKey[] = [];
  for (const key of read?.keys ?? []) {
    if ((await thumbprintOf(key.x)) === key.kid) fit.push(key);
    else findings.push({ type: 'key_changed', kid: key.kid });
  }
  return fit;
}

/** The files of a pack that no seal has. */
const UNSEALED: readonly string[] = [CHAIN_FILE, KEYS_FILE, PACK_README_FILE, SUMS_FILE];

/** Where the day does not add up, if its ledger or its report is changed. */
function faultsIn(files: PackFiles, { files: states, ...day }: Omit<DayCheck, 'faults'>): Fault[] | null {
  const isChanged = states.some(
    ({ name, state }) => state === 'changed' && (name === EVIDENCE_FILES.ledger || name === EVIDENCE_FILES.figures),
  );
  const read = isChanged ? readReportAndLedger(files, day) : null;
  return read && faultsOf(read);
}

async function hashesOf(files: PackFiles): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const [name, content] of files) hashes.set(name, await hashOf(content));
  return hashes;
}

/**
 * Compares each file with the hash in its day's seal. Returns the days that have files.
 * @param hashes the hash of each file
 */
function checkFiles(
  files: PackFiles,
  hashes: ReadonlyMap<string, string>,
  links: readonly SealLink[],
  findings: Finding[],
): DayCheck[] {
  const known = new Set(UNSEALED);
  // Of most days the pack has only the seal.
  const folders = new Set([...files.keys()].map((name) => name.slice(0, Math.max(0, name.indexOf('/')))));
  const days: DayCheck[] = [];
  for (const { seal } of links) {
    const folder = evidenceFolder(seal);
    // The chain's check names a second seal of the same revision.
    if (!folders.delete(folder)) continue;
    const states: DayCheck['files'] = [];
    for (const { name, bytes, sha256 } of seal.files) {
      const file = `${folder}/${name}`;
      const content = files.get(file);
      known.add(file);
      const isSealed = content?.byteLength === bytes && hashes.get(file) === sha256;
      const state = content === undefined ? 'missing' : isSealed ? 'sealed' : 'changed';
      if (state === 'missing') findings.push({ type: 'file_missing', file });
      else if (state === 'changed') findings.push({ type: 'file_changed', file, day: seal.day });
      states.push({ name, state });
    }
    const check = {
      day: seal.day,
      timeZone: readTimeZone(seal.timeZone) === null ? null : seal.timeZone,
      startsAt: Date.parse(seal.startsAt),
      endsAt: Date.parse(seal.endsAt),
      folder,
      tables: seal.contents.tables,
      files: states,
    };
    days.push({ ...check, faults: faultsIn(files, check) });
  }
  for (const file of files.keys()) if (!known.has(file)) findings.push({ type: 'file_unknown', file });
  if (days.length === 0) findings.push({ type: 'no_files' });
  return days;
}

/** Returns the files of the day that are changed or missing. */
const notAsSealed = ({ folder, files }: DayCheck): string[] =>
  files.filter(({ state }) => state !== 'sealed').map(({ name }) => `${folder}/${name}`);

/** Checks every file, every link, every signature and the fingerprint from outside. Sends nothing anywhere. */
export async function checkPack(files: PackFiles, { installationKeys, fingerprint }: CheckOptions): Promise<PackCheck> {
  const findings: Finding[] = [];
  const packKeys = await checkKeys(files, findings);
  const chain = readJson(files, CHAIN_FILE, readChain);
  if (chain === null) {
    findings.push({ type: 'file_unreadable', file: CHAIN_FILE });
    return { eventName: null, days: [], findings };
  }
  if (chain.findings.some(({ type }) => type === 'seal_newer'))
    return { eventName: null, days: [], findings: [...findings, ...chain.findings] };
  findings.push(...chain.findings);
  if (installationKeys === null) findings.push({ type: 'keys_unreachable' });
  const { links } = chain;
  const hashes = await hashesOf(files);
  const days = checkFiles(files, hashes, links, findings);
  findings.push(...checkSums(files.get(SUMS_FILE), hashes, new Set(days.flatMap(notAsSealed))));
  findings.push(...(await checkChain(links, { installationKeys: installationKeys ?? [], packKeys, fingerprint })));
  return { eventName: links.at(-1)?.seal.eventName ?? null, days, findings };
}
