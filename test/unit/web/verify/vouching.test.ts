import { beforeAll, expect, test } from 'vitest';
import { CHAIN_FILE } from '../../../../src/shared/sealed/sealing';
import type { EvidenceKey, SealLink } from '../../../../src/shared/sealed/schemas';
import { DAY_MS } from '../../../../src/shared/durations';
import { checkPack } from '../../../../web/src/features/verify/check-pack';
import { type Finding, verdictOf } from '../../../../web/src/features/verify/findings';
import { newTestKey, sealedChain, type TestKey } from '../../../support/sealed-chain';
import { columnsOf } from '../../../support/sealed-pack';
import { FRIDAY, FRIDAY_ENDS } from '../../../support/moments';

/** Tests who vouches for chains to which somebody added links, and for chains that somebody made as a whole. */

let house: TestKey;
let stranger: TestKey;
beforeAll(async () => {
  house = await newTestKey();
  stranger = await newTestKey();
});

const iso = (at: number): string => new Date(at).toISOString();

/** A day of the chain. Friday is day 0. */
const dayOf = (day: number, key: TestKey | null, revision = 1) => ({
  seal: {
    day: iso(Date.parse(FRIDAY) + day * DAY_MS).slice(0, 10),
    revision,
    startsAt: iso(FRIDAY_ENDS - DAY_MS + day * DAY_MS),
    endsAt: iso(FRIDAY_ENDS + day * DAY_MS),
    contents: { languages: ['en'], tables: { 'ledger.csv': columnsOf('ledger.csv') }, actors: {}, kinds: [] },
  },
  files: { 'report.en.html': `Most at once on day ${day}, as revision ${revision} says` },
  key,
});

type Signers = readonly ('house' | 'stranger' | null)[];
const keyOf = (signer: Signers[number]) => (signer === 'house' ? house : signer === 'stranger' ? stranger : null);

/** Checks a chain whose days have these signers, at a house that has a key, or none. */
async function checked(
  signers: Signers,
  { keys = [house.publicKey], isPrinted = false }: { keys?: readonly EvidenceKey[] | null; isPrinted?: boolean } = {},
) {
  const used = signers.flatMap((signer) => keyOf(signer)?.publicKey ?? []);
  const { files, links } = await sealedChain(
    signers.map((signer, day) => dayOf(day, keyOf(signer))),
    [...new Set(used)],
  );
  return verdictFor(files, links, { keys, isPrinted });
}

async function verdictFor(
  files: Awaited<ReturnType<typeof sealedChain>>['files'],
  links: readonly SealLink[],
  { keys, isPrinted = false }: { keys: readonly EvidenceKey[] | null; isPrinted?: boolean },
) {
  const fingerprint = isPrinted ? (links.at(-1)?.fingerprint ?? '') : '';
  const { findings } = await checkPack(files, { installationKeys: keys, fingerprint });
  const about = (type: Finding['type']) =>
    !['chain_intact', 'sums_right', 'no_fingerprint', 'fingerprint_found'].includes(type);
  return { verdict: verdictOf(findings), types: findings.map(({ type }) => type).filter(about) };
}

test.each<[what: string, signers: Signers, verdict: string, types: Finding['type'][]]>([
  ['signed throughout', ['house', 'house'], 'good', ['signed']],
  ['from before the house had a key, and then signed', [null, null, 'house'], 'good', ['signed_later', 'signed']],
  ['whose last day a stranger signed', ['house', 'house', 'stranger'], 'bad', ['key_of_pack', 'signed']],
  ['whose last day nobody signed', ['house', 'house', null], 'bad', ['signature_missing', 'signed']],
  ['whose first day a stranger signed', ['stranger', 'house'], 'bad', ['key_of_pack', 'signed']],
  ['that nobody signed', [null, null], 'unvouched', ['unsigned_here']],
  ['that a stranger signed', ['stranger', 'stranger'], 'unvouched', ['keys_of_pack']],
  ['that is empty', [], 'unvouched', ['no_files']],
])('at a house that signs, a chain %s', async (_what, signers, verdict, types) => {
  expect(await checked(signers)).toEqual({ verdict, types });
});

test('a revision that nobody signed, behind a genuine chain, is changed, and so is a second one of the same number', async () => {
  for (const revision of [2, 1]) {
    const days = [dayOf(0, house), dayOf(0, null, revision)];
    const { files, links } = await sealedChain(days, [house.publicKey]);
    expect((await verdictFor(files, links, { keys: [house.publicKey] })).verdict).toBe('bad');
  }
});

test('the fingerprint from outside vouches where no key does, and the page says that nothing else does', async () => {
  for (const signers of [[null], ['stranger']] satisfies Signers[]) {
    expect(await checked(signers, { isPrinted: true })).toEqual({
      verdict: 'by_fingerprint',
      types: ['by_fingerprint'],
    });
  }
  // A fingerprint covers no link behind its own.
  const { files, links } = await sealedChain([dayOf(0, null), dayOf(1, null)]);
  expect(await verdictFor(files, links.slice(0, 1), { keys: [house.publicKey], isPrinted: true })).toEqual({
    verdict: 'unvouched',
    types: ['by_fingerprint', 'unsigned_here'],
  });
});

test('where the house has no key, or cannot be reached, the page says which', async () => {
  expect(await checked([null], { keys: [] })).toEqual({ verdict: 'unvouched', types: ['unsigned'] });
  expect(await checked(['house'], { keys: null })).toEqual({
    verdict: 'unvouched',
    types: ['keys_unreachable', 'keys_of_pack'],
  });
});

test('beside a seal of version 2, a page that reads version 1 checks nothing, and says that it is too old', async () => {
  const { files, links } = await sealedChain([dayOf(0, house), dayOf(1, house)], [house.publicKey]);
  const later = links.map((link, i) => (i === 1 ? { ...link, seal: { ...link.seal, version: 2, sources: 3 } } : link));
  const chain = { format: 'headroom-seals', version: 1, links: later };
  const pack = new Map(files).set(CHAIN_FILE, new TextEncoder().encode(JSON.stringify(chain)));
  const check = await verdictFor(pack, links, { keys: [house.publicKey], isPrinted: true });
  expect(check).toEqual({ verdict: 'unvouched', types: ['seal_newer'] });
});

test('a seal that has a day, time or zone that is none, or too much, is named', async () => {
  const [good] = [dayOf(0, stranger)];
  const odd: [Partial<SealLink['seal']>, Finding['type']][] = [
    [{ day: FRIDAY.replace('-06-', '-90-') }, 'seal_unreadable'],
    [{ startsAt: '0000-00-00' }, 'seal_unreadable'],
    [{ endsAt: iso(FRIDAY_ENDS + 3_000 * DAY_MS) }, 'seal_unreadable'],
    [{ eventName: 'x'.repeat(100_000) }, 'seal_unreadable'],
    [{ timeZone: 'Europe/Viennb' }, 'zone_unknown'],
  ];
  for (const [seal, type] of odd) {
    const day = { ...good, seal: { ...dayOf(0, stranger).seal, ...seal }, files: dayOf(0, null).files, key: stranger };
    const { files, links } = await sealedChain([day], [stranger.publicKey]);
    const check = await verdictFor(files, links, { keys: [house.publicKey] });
    expect([seal, check.verdict, check.types]).toEqual([seal, 'bad', expect.arrayContaining([type])]);
  }
});
