import {
  canonicalText,
  fromBase64,
  SEAL_ALGORITHM,
  textHash,
  toBase64Url,
  utf8,
} from '../../../../src/shared/evidence/sealing';
import type { EvidenceKey, SealChain, SealLink } from '../../../../src/shared/evidence/schemas';
import type { Finding, FoundLink } from './findings';

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
  const isRight = await crypto.subtle.verify(SEAL_ALGORITHM, imported, bytes, utf8(text));
  return isRight ? 'right' : 'wrong';
}

/** Follows one chain link by link. */
class ChainCheck {
  readonly findings: Finding[] = [];
  private before: { seq: number; stated: string; computed: string } | null = null;
  private readonly signed = { byInstallation: 0, byPack: 0, not: 0 };
  private isUnsupported = false;
  private found: SealLink | null = null;

  constructor(private readonly options: ChainOptions) {}

  async add(link: SealLink): Promise<void> {
    const { seal, fingerprint } = link;
    const text = canonicalText(seal);
    const computed = await textHash(text);
    const isChanged = computed !== fingerprint;
    if (isChanged) this.findings.push({ type: 'link_changed', link: foundLink(link) });
    const { before } = this;
    const follows = before === null ? seal.prev === null : seal.prev === before.stated || seal.prev === before.computed;
    if (!follows || seal.seq <= (before?.seq ?? 0)) this.findings.push({ type: 'chain_broken', link: foundLink(link) });
    if (!isChanged) await this.checkSigner(link, text);
    if (this.options.fingerprint !== '' && computed.startsWith(this.options.fingerprint)) this.found = link;
    this.before = { seq: seal.seq, stated: fingerprint, computed };
  }

  private async checkSigner(link: SealLink, text: string): Promise<void> {
    const { signature, seal } = link;
    const { installationKeys, packKeys } = this.options;
    if (seal.kid === null && signature === null) {
      this.signed.not += 1;
      return;
    }
    const isOf = ({ kid }: EvidenceKey) => kid === seal.kid;
    const own = installationKeys.find(isOf);
    const key = own ?? packKeys.find(isOf);
    if (signature === null || seal.kid === null) {
      this.findings.push({ type: 'signature_wrong', link: foundLink(link) });
    } else if (key === undefined) {
      this.findings.push({ type: 'key_unknown', link: foundLink(link) });
    } else {
      const state = await checkSignature(key, text, signature);
      if (state === 'wrong') this.findings.push({ type: 'signature_wrong', link: foundLink(link) });
      else if (state === 'unsupported') this.isUnsupported = true;
      else if (own === undefined) this.signed.byPack += 1;
      else this.signed.byInstallation += 1;
    }
  }

  finish(links: number): Finding[] {
    const { findings, signed, found, options } = this;
    if (links > 0 && !findings.some(({ type }) => type === 'link_changed' || type === 'chain_broken')) {
      findings.push({ type: 'chain_intact', links });
    }
    if (this.isUnsupported) findings.push({ type: 'unsupported' });
    if (signed.byInstallation > 0) findings.push({ type: 'signed', links: signed.byInstallation });
    if (signed.byPack > 0) findings.push({ type: 'keys_of_pack', links: signed.byPack });
    if (signed.not > 0) findings.push({ type: 'unsigned', links: signed.not });
    if (options.fingerprint === '') findings.push({ type: 'no_fingerprint' });
    else if (found === null) findings.push({ type: 'fingerprint_unknown' });
    else findings.push({ type: 'fingerprint_found', link: foundLink(found) });
    return findings;
  }
}

/** Checks that each link has the fingerprint that it states, follows the one before, and is signed. */
export async function checkChain({ links }: SealChain, options: ChainOptions): Promise<Finding[]> {
  const check = new ChainCheck(options);
  for (const link of links) await check.add(link);
  return check.finish(links.length);
}
