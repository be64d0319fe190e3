import {
  canonicalText,
  evidenceFolder,
  fromBase64,
  SEAL_ALGORITHM,
  textHash,
  toBase64Url,
  utf8,
} from '../../../../src/shared/sealed/sealing';
import type { EvidenceKey, SealLink } from '../../../../src/shared/sealed/schemas';
import { readTimeZone } from '../../../../src/shared/rules/business-day';
import type { Finding, FoundLink } from './findings';
import { type SignedLink, type Signer, vouchingOf } from './vouching';

export interface ChainOptions {
  installationKeys: readonly EvidenceKey[];
  /** The keys of the pack whose ids fit. */
  packKeys: readonly EvidenceKey[];
  fingerprint: string;
}

const foundLink = ({ seal: { seq, day, revision } }: SealLink): FoundLink => ({ seq, day, revision });

type SignatureState = 'right' | 'wrong' | 'unsupported';

/** Whether the signature is that of the text, in the one form in which base64url writes it. */
async function checkSignature(key: EvidenceKey, text: string, signature: string): Promise<SignatureState> {
  const [x, bytes] = [fromBase64(key.x), fromBase64(signature)];
  if (x === null || bytes === null || toBase64Url(bytes) !== signature) return 'wrong';
  let imported: CryptoKey;
  try {
    imported = await crypto.subtle.importKey('raw', x, { name: SEAL_ALGORITHM }, false, ['verify']);
  } catch (error) {
    return error instanceof Error && error.name === 'NotSupportedError' ? 'unsupported' : 'wrong';
  }
  const isRight = await crypto.subtle.verify(SEAL_ALGORITHM, imported, bytes, utf8(text)).catch(() => false);
  return isRight ? 'right' : 'wrong';
}

const byKid = (keys: readonly EvidenceKey[]) => new Map(keys.map((key) => [key.kid, key]));

/** Follows one chain link by link. */
class ChainCheck {
  private readonly findings: Finding[] = [];
  private before: { seq: number; stated: string; computed: string } | null = null;
  private readonly chain: SignedLink[] = [];
  private readonly folders = new Set<string>();
  private readonly installationKeys: ReadonlyMap<string, EvidenceKey>;
  private readonly packKeys: ReadonlyMap<string, EvidenceKey>;
  /** How many links there are up to the one of the fingerprint from outside. */
  private foundUpTo = 0;
  private found: SealLink | null = null;

  constructor(private readonly options: ChainOptions) {
    this.installationKeys = byKid(options.installationKeys);
    this.packKeys = byKid(options.packKeys);
  }

  async add(link: SealLink): Promise<void> {
    const { seal, fingerprint } = link;
    const text = canonicalText(seal);
    const computed = await textHash(text);
    const isChanged = computed !== fingerprint;
    if (isChanged) this.findings.push({ type: 'link_changed', link: foundLink(link) });
    const { before, folders } = this;
    const follows = before === null ? seal.prev === null : seal.prev === before.stated || seal.prev === before.computed;
    const isAgain = folders.has(evidenceFolder(seal));
    folders.add(evidenceFolder(seal));
    if (!follows || isAgain || seal.seq <= (before?.seq ?? 0)) {
      this.findings.push({ type: 'chain_broken', link: foundLink(link) });
    }
    if (readTimeZone(seal.timeZone) === null) {
      this.findings.push({ type: 'zone_unknown', link: foundLink(link), timeZone: seal.timeZone });
    }
    this.chain.push({ link: foundLink(link), signer: isChanged ? 'wrong' : await this.signerOf(link, text) });
    if (this.options.fingerprint !== '' && computed.startsWith(this.options.fingerprint)) {
      this.found = link;
      this.foundUpTo = this.chain.length;
    }
    this.before = { seq: seal.seq, stated: fingerprint, computed };
  }

  private async signerOf(link: SealLink, text: string): Promise<Signer> {
    const { signature, seal } = link;
    if (seal.kid === null && signature === null) return 'nobody';
    if (seal.kid === null || signature === null) return this.wrong('signature_wrong', link);
    const own = this.installationKeys.get(seal.kid);
    const key = own ?? this.packKeys.get(seal.kid);
    if (key === undefined) return this.wrong('key_unknown', link);
    const state = await checkSignature(key, text, signature);
    if (state === 'wrong') return this.wrong('signature_wrong', link);
    if (own === undefined) return 'pack';
    return state === 'unsupported' ? 'claimed' : 'installation';
  }

  private wrong(type: 'signature_wrong' | 'key_unknown', link: SealLink): Signer {
    this.findings.push({ type, link: foundLink(link) });
    return 'wrong';
  }

  finish(): Finding[] {
    const { findings, chain, found, foundUpTo, options } = this;
    if (chain.length > 0 && !findings.some(({ type }) => type === 'link_changed' || type === 'chain_broken')) {
      findings.push({ type: 'chain_intact', links: chain.length });
    }
    findings.push(...vouchingOf(chain, foundUpTo, options.installationKeys.length > 0));
    if (options.fingerprint === '') findings.push({ type: 'no_fingerprint' });
    else if (found === null) findings.push({ type: 'fingerprint_unknown' });
    else findings.push({ type: 'fingerprint_found', link: foundLink(found) });
    return findings;
  }
}

/** Checks that each link has the fingerprint that it states, follows the one before, and that somebody vouches for it. */
export async function checkChain(links: readonly SealLink[], options: ChainOptions): Promise<Finding[]> {
  const check = new ChainCheck(options);
  for (const link of links) await check.add(link);
  return check.finish();
}
