import { setTimeout as sleep } from 'node:timers/promises';
import { type Counted, countedAreas, fillAreas } from '../support/counts.ts';
import { between, type Random, seededRandom } from '../support/random.ts';
import { openVenue, type Venue } from '../support/venue.ts';
import { CrashingServer } from './crashing-server.ts';
import { doorTap, type MadeTap, Tapper } from './tapper.ts';

export interface KillOptions {
  script: string;
  rounds: number;
  devices: number;
  seed: number;
  report: (line: string) => void;
}

export interface KillResult {
  kills: number;
  /** Taps that the room has. */
  durable: number;
  /** Acknowledged taps that a restarted server does not know of. */
  lost: number;
  /** People in totals or occupancy that no tap accounts for, or that taps account for and the numbers do not. */
  doubled: number;
  missing: number;
  rejected: number;
}

/** Within these the room is killed, counted from the load's first frame. */
const KILL_AFTER_MS = [200, 1_500] as const;
/** The most that one tap may put in (src/shared/limits.ts). */
const FILL = 1_000;
const MIXED_AREAS = 3;

/** The last area is only ever left: every out there is floored. */
const areasOf = ({ areaIds }: Venue) => ({ mixed: areaIds.slice(0, MIXED_AREAS), empty: areaIds[MIXED_AREAS] ?? '' });

const makerOf = (random: Random, venue: Venue) => (): MadeTap => {
  const { mixed, empty } = areasOf(venue);
  return random() < 0.1 ? { areaId: empty, change: -1 } : doorTap(random, mixed);
};

/** Kills the server again and again in mid-count and compares what it acknowledged with what it knows afterwards. */
export async function runKills({ script, rounds, devices, seed, report }: KillOptions): Promise<KillResult> {
  const random = seededRandom(seed);
  const server = new CrashingServer(script);
  const result: KillResult = { kills: 0, durable: 0, lost: 0, doubled: 0, missing: 0, rejected: 0 };
  try {
    let url = await server.start();
    const venue = await openVenue('room', { url }, MIXED_AREAS + 1);
    await fillAreas(url, venue, areasOf(venue).mixed, FILL);
    const tappers = Array.from(
      { length: devices },
      (_, i) => new Tapper(i, seededRandom(seed + i + 1), makerOf(seededRandom(seed * 31 + i), venue)),
    );
    const all = (act: (tapper: Tapper) => Promise<void>) => Promise.all(tappers.map(act));
    await all((tapper) => tapper.join(url, venue));
    for (let round = 1; round <= rounds; round++) {
      for (const tapper of tappers) tapper.start();
      const afterMs = between(random, ...KILL_AFTER_MS);
      await sleep(afterMs);
      await server.kill();
      await all((tapper) => tapper.closed());
      result.kills += 1;
      url = await server.start();
      await all((tapper) => tapper.join(url, venue));
      // Nobody taps now: the numbers are those of the taps that the room says it has.
      compare(result, tappers, venue, await countedAreas(url, venue));
      const { lost, doubled, missing } = result;
      report(
        `kill ${round} of ${rounds} after ${afterMs.toFixed(0)} ms: ${result.durable} taps` +
          ` on disk, lost ${lost}, missing ${missing}, doubled ${doubled}`,
      );
    }
    for (const tapper of tappers) tapper.start();
    await all((tapper) => tapper.drain());
    compare(result, tappers, venue, await countedAreas(url, venue));
    for (const tapper of tappers) tapper.hangUp();
    return result;
  } finally {
    await server.dispose();
  }
}

function compare(
  result: KillResult,
  tappers: readonly Tapper[],
  venue: Venue,
  counted: ReadonlyMap<string, Counted>,
): void {
  const durable = tappers.flatMap((tapper) => tapper.durable);
  result.durable = durable.length;
  result.lost = tappers.reduce((sum, { lost }) => sum + lost, 0);
  result.rejected = tappers.reduce((sum, { rejected }) => sum + rejected, 0);
  const differences = venue.areaIds.flatMap((areaId) => {
    const changes = durable.filter((tap) => tap.areaId === areaId).map(({ change }) => change);
    const isMixed = areasOf(venue).mixed.includes(areaId);
    const ins = changes.reduce((sum, change) => sum + Math.max(change, 0), isMixed ? FILL : 0);
    const outs = changes.reduce((sum, change) => sum + Math.max(0 - change, 0), 0);
    const { totalEntries = 0, totalExits = 0, currentOccupancy = 0 } = counted.get(areaId) ?? {};
    // Floored in full where there never was anybody, and nowhere else.
    return [totalEntries - ins, totalExits - outs, currentOccupancy - (isMixed ? ins - outs : 0)];
  });
  const sumOf = (sign: 1 | -1) => differences.reduce((sum, difference) => sum + Math.max(0, sign * difference), 0);
  result.doubled = Math.max(result.doubled, sumOf(1));
  result.missing = Math.max(result.missing, sumOf(-1));
}
