/** A link of the chain, as findings name it. */
export interface FoundLink {
  seq: number;
  day: string;
  revision: number;
}

/** What the check of a pack has found. */
export type Finding =
  | { type: 'chain_intact'; links: number }
  | { type: 'signed'; links: number }
  /** Seals without a signature from before the installation had a key. A signed seal after them contains them. */
  | { type: 'signed_later'; links: number }
  | { type: 'fingerprint_found'; link: FoundLink }
  | { type: 'no_fingerprint' }
  /** Seals for which no signature of the installation vouches, but the fingerprint from outside. */
  | { type: 'by_fingerprint'; links: number }
  /** Seals without a signature, for which nothing vouches; `unsigned_here`: although the installation signs. */
  | { type: 'unsigned' | 'unsigned_here'; links: number }
  /** Signed with keys that only the pack has, and nothing vouches for them. */
  | { type: 'keys_of_pack'; links: number }
  /** The installation's keys could not be loaded. */
  | { type: 'keys_unreachable' }
  /** The browser cannot check Ed25519. */
  | { type: 'unsupported' }
  | { type: 'no_files' }
  | { type: 'file_missing'; file: string }
  | { type: 'file_changed'; file: string; day: string }
  | { type: 'file_unknown'; file: string }
  | { type: 'file_unreadable'; file: string }
  /** An entry of the chain has no form that a seal has, such as a day of no calendar. `place` is its place, from 1. */
  | { type: 'seal_unreadable'; place: number }
  /** A seal of a later version than this page reads, so nothing was checked. */
  | { type: 'seal_newer'; place: number }
  | { type: 'link_changed'; link: FoundLink }
  | { type: 'chain_broken'; link: FoundLink }
  | { type: 'zone_unknown'; link: FoundLink; timeZone: string }
  | { type: 'signature_wrong'; link: FoundLink }
  | { type: 'key_unknown'; link: FoundLink }
  /** The installation has signed a seal before this one, but not this one. */
  | { type: 'signature_missing'; link: FoundLink }
  /** Signed with a key that only the pack has, in a chain that the installation has signed. */
  | { type: 'key_of_pack'; link: FoundLink }
  /** All files have the sums that the pack's list of sums states. */
  | { type: 'sums_right' }
  /** All files have their sums, but a file is not as it was sealed: whoever changed it has changed the list, too. */
  | { type: 'sums_changed' }
  | { type: 'sum_wrong'; file: string }
  /** The list of sums and the archive do not have the same files. */
  | { type: 'sum_without_file'; file: string }
  | { type: 'file_without_sum'; file: string }
  | { type: 'key_changed'; kid: string }
  | { type: 'fingerprint_unknown' };

export type Tone = 'good' | 'warn' | 'bad';

const GOOD: ReadonlySet<Finding['type']> = new Set([
  'chain_intact',
  'signed',
  'signed_later',
  'sums_right',
  'fingerprint_found',
]);
const WARN: ReadonlySet<Finding['type']> = new Set([
  'no_fingerprint',
  'by_fingerprint',
  'unsigned',
  'unsigned_here',
  'keys_of_pack',
  'keys_unreachable',
  'unsupported',
  'no_files',
  'file_missing',
  'seal_newer',
]);

export const toneOf = ({ type }: Finding): Tone => (GOOD.has(type) ? 'good' : WARN.has(type) ? 'warn' : 'bad');

/**
 * What is said above all findings. `unvouched`: whoever has the files can have made them. `by_fingerprint`: only the
 * fingerprint from outside vouches for a part of them.
 */
export type Verdict = Tone | 'unvouched' | 'by_fingerprint';

/**
 * The verdict over all findings. Without a fingerprint from outside a pack can still be intact: only the holder of its
 * key must be trusted.
 */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const has = (...types: Finding['type'][]) => findings.some(({ type }) => types.includes(type));
  const tones = new Set(findings.filter(({ type }) => type !== 'no_fingerprint').map(toneOf));
  if (tones.has('bad')) return 'bad';
  const isVouched = has('signed', 'unsupported', 'by_fingerprint');
  if (!isVouched || has('unsigned', 'unsigned_here', 'keys_of_pack')) return 'unvouched';
  if (has('by_fingerprint')) return 'by_fingerprint';
  return tones.has('warn') ? 'warn' : 'good';
}
