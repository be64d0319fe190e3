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
  | { type: 'fingerprint_found'; link: FoundLink }
  | { type: 'no_fingerprint' }
  | { type: 'unsigned'; links: number }
  /** Signed with keys that only the pack has: the installation was not reachable, or is another one. */
  | { type: 'keys_of_pack'; links: number }
  /** The browser cannot check Ed25519. */
  | { type: 'unsupported' }
  | { type: 'no_files' }
  | { type: 'file_missing'; file: string }
  | { type: 'file_changed'; file: string; day: string }
  | { type: 'file_unknown'; file: string }
  | { type: 'file_unreadable'; file: string }
  | { type: 'link_changed'; link: FoundLink }
  | { type: 'chain_broken'; link: FoundLink }
  | { type: 'signature_wrong'; link: FoundLink }
  | { type: 'key_unknown'; link: FoundLink }
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

const GOOD: ReadonlySet<Finding['type']> = new Set(['chain_intact', 'signed', 'sums_right', 'fingerprint_found']);
const WARN: ReadonlySet<Finding['type']> = new Set([
  'no_fingerprint',
  'unsigned',
  'keys_of_pack',
  'unsupported',
  'no_files',
  'file_missing',
]);

export const toneOf = ({ type }: Finding): Tone => (GOOD.has(type) ? 'good' : WARN.has(type) ? 'warn' : 'bad');

/**
 * The verdict over all findings. Without a fingerprint from outside a pack can still be intact: only its holder of the
 * key must be trusted.
 */
export function verdictOf(findings: readonly Finding[]): Tone {
  const tones = new Set(findings.filter(({ type }) => type !== 'no_fingerprint').map(toneOf));
  return tones.has('bad') ? 'bad' : tones.has('warn') ? 'warn' : 'good';
}
