import { orInvalidInput } from '../../http/input';
import type { RoomCallContext } from '../../rpc/identity';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Unchecked } from '../../shared/rules/checked';
import { packReadme } from '../../reports/sealed/readme';
import type { PackFacts } from '../../reports/sealed/readme-words';
import { CHAIN_FILE, evidenceFolder, KEYS_FILE, PACK_README_FILE } from '../../shared/sealed/sealing';
import { appPaths } from '../../shared/paths';
import { checkTapDays, type DayRange } from '../../shared/rules/report-query';
import type { SealChain, SealLink } from '../../shared/sealed/schemas';
import type { ReviewAccess } from '../access/event';
import { type OpenedInspection, requireDay } from '../access/links';
import type { ServiceContext } from '../context';
import { planReport } from '../reports/plan';
import { dayFiles } from './day-files';
import { readChain } from './seals';
import { withSums } from './sums';
import { type ArchiveFile, zipped } from './zip';

const NONE_SEALED = message(serviceTexts, 'no_sealed_day');

const text = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** The newest link of each day of the range; of the newest sealed day if the range is null. */
function linksOf(chain: readonly SealLink[], range: DayRange | null): SealLink[] {
  const newest = chain.reduce((last, { seal: { day } }) => (day > last ? day : last), '');
  const { from, to } = range ?? { from: newest, to: newest };
  const byDay = new Map<string, SealLink>();
  for (const link of chain) if (link.seal.day >= from && link.seal.day <= to) byDay.set(link.seal.day, link);
  return [...byDay.values()].toSorted((a, b) => (a.seal.day < b.seal.day ? -1 : 1));
}

async function* packFiles(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  chosen: readonly SealLink[],
  { chain, facts }: { chain: readonly SealLink[]; facts: PackFacts },
): AsyncGenerator<ArchiveFile, void> {
  yield { name: PACK_README_FILE, pieces: [packReadme(facts)] };
  const last = Math.max(...chosen.map(({ seal }) => seal.seq));
  const links = chain.filter(({ seal }) => seal.seq <= last);
  for (const { seal } of chosen) {
    // Retention may delete taps while the days before are made.
    const { ledgerFrom } = await planReport(ctx, roomContext, { from: seal.day, to: seal.day });
    yield* dayFiles(ctx, roomContext, seal, ledgerFrom);
  }
  yield { name: CHAIN_FILE, pieces: [text({ format: 'headroom-seals', version: 1, links } satisfies SealChain)] };
  yield { name: KEYS_FILE, pieces: [text(await ctx.evidenceKeys())] };
}

/** An evidence pack: a ZIP archive in pieces, and what its name says. */
export interface Pack {
  eventName: string;
  from: string;
  to: string;
  pieces: AsyncGenerator<Uint8Array, void>;
}

/**
 * Returns the evidence pack of the sealed days of a range: their files as they were sealed, the chain of seals, and the
 * public keys. The pack also contains instructions and the sums of its files. A day of which only the seal is left has no
 * files.
 * @param origin the address at which the caller reached the installation, for one that does not know its own
 * @throws {AppError} not_found: no day of the range is sealed; forbidden: an inspector's link does not show one of them
 */
export async function openPack(
  ctx: ServiceContext,
  access: ReviewAccess | OpenedInspection,
  parameters: Unchecked<DayRange>,
  origin: string,
): Promise<Pack> {
  const { roomContext } = access;
  const range = orInvalidInput(checkTapDays(parameters));
  const chain = await readChain(ctx, roomContext);
  const chosen = linksOf(chain, range);
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (first === undefined || last === undefined) throw new AppError('not_found', NONE_SEALED);
  for (const { seal } of chosen) requireDay(access, { endsAt: Date.parse(seal.endsAt) });
  const facts = {
    eventName: last.seal.eventName,
    folders: chosen.map(({ seal }) => evidenceFolder(seal)),
    verifyPage: `${ctx.publicOrigin ?? origin}${appPaths.verify}`,
  };
  return {
    eventName: last.seal.eventName,
    from: first.seal.day,
    to: last.seal.day,
    pieces: zipped(withSums(packFiles(ctx, roomContext, chosen, { chain, facts })), new Date(ctx.now())),
  };
}
