import type { Finding, FoundLink } from './findings';

/**
 * Who has signed a link. `claimed`: the installation, by the key's id, but the browser cannot check it. `wrong`: the link
 * or its signature is wrong, and has a finding of its own.
 */
export type Signer = 'installation' | 'claimed' | 'pack' | 'nobody' | 'wrong';

export interface SignedLink {
  link: FoundLink;
  signer: Signer;
}

type Counted = Extract<Finding, { links: number }>['type'];

/**
 * Says who vouches for the links of a chain. A signed link contains all links before it, and so does the fingerprint from
 * outside. An installation that has signed once signs all that follows, and its packs have no key that it does not serve.
 * @param chain the links in their order
 * @param foundUpTo how many of them there are up to the one with the fingerprint from outside
 * @param isSigning whether the installation has keys
 */
export function vouchingOf(chain: readonly SignedLink[], foundUpTo: number, isSigning: boolean): Finding[] {
  const firstOwn = chain.findIndex(({ signer }) => signer === 'installation' || signer === 'claimed');
  const wrong: Finding[] = [];
  const counts = new Map<Counted, number>();
  const count = (type: Counted) => counts.set(type, (counts.get(type) ?? 0) + 1);
  for (const [i, { link, signer }] of chain.entries()) {
    if (signer === 'installation') count('signed');
    if (signer !== 'pack' && signer !== 'nobody') continue;
    if (firstOwn !== -1 && signer === 'pack') wrong.push({ type: 'key_of_pack', link });
    else if (i < firstOwn) count('signed_later');
    else if (firstOwn !== -1) wrong.push({ type: 'signature_missing', link });
    else if (i < foundUpTo) count('by_fingerprint');
    else if (signer === 'pack') count('keys_of_pack');
    else count(isSigning ? 'unsigned_here' : 'unsigned');
  }
  const counted: Finding[] = [...counts].map(([type, links]) => ({ type, links }));
  return [
    ...wrong,
    ...counted,
    ...(chain.some(({ signer }) => signer === 'claimed') ? [{ type: 'unsupported' } as const] : []),
  ];
}
