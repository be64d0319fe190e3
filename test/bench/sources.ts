import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { comesTrue } from '../support/eventually';
import { machine, median, percentile, table, writeFigures } from '../support/figures';
import { openCountKey, SourceLine } from '../support/source-sender';
import { grouped, type LatencyRun, otherGoalMs, type Percentiles } from './figures';
import { Machines } from './machines';
import { latencies, throughput } from './measure';
import { FLOOR, type Joined, LIMITED_ROOM, ROOM, withDevices } from './servers';

/**
 * `npm run bench:sources [-- --devices 200 --sources 200 --seconds 4 --rounds 5 --write]` measures what machines that
 * count cost the doors: each sends a batch a second, five times as many as it may in the long run. Each round measures the
 * floor, the room, and the room with honest machines and with hostile ones, in an order that alternates. At the end of each
 * measurement the room's numbers must be those of all taps and machines together. `--write` writes the figures into
 * docs/evidence/performance.md.
 */

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '200' },
    sources: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const [devices, sources, rounds] = [Number(values.devices), Number(values.sources), Number(values.rounds)];
const durationMs = Number(values.seconds) * 1000;
/** People count in the first half of the areas, machines in the second. */
const AREAS = 20;
const TAPS_PER_SECOND = 1000;
/** Taps that are under way when a measurement ends are counted within this time. */
const COUNTED_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 200;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What the machines reached beside one measurement. */
interface Batches {
  perSecond: number;
  refusedPerSecond: number;
  answer: Percentiles;
  failures: number;
}

interface Measured<T> {
  result: T;
  batches: Batches;
  isExact: boolean;
}

/** Whether the areas' numbers become exactly those. */
async function isCountedOnce({ url, venue }: Joined, ins: number, outs: number): Promise<boolean> {
  const isEqual = async (): Promise<boolean> => {
    const answer = await fetch(new URL(`/api/events/${venue.eventId}/areas`, url), { headers: venue.headers });
    const { areas }: { areas: Record<'totalEntries' | 'totalExits' | 'currentOccupancy', number>[] } = JSON.parse(
      await answer.text(),
    );
    const [entries, exits, inside] = (['totalEntries', 'totalExits', 'currentOccupancy'] as const).map((figure) =>
      areas.reduce((sum, area) => sum + area[figure], 0),
    );
    return entries === ins && exits === outs && inside === ins - outs;
  };
  return await comesTrue(isEqual, COUNTED_WITHIN_MS, LOOK_EVERY_MS);
}

interface Crowd {
  count: number;
  areHostile: boolean;
}

/** Runs `work` with devices, while these machines send. */
async function besideMachines<T>(
  { count, areHostile }: Crowd,
  work: (joined: Joined) => Promise<T>,
): Promise<Measured<T>> {
  return await withDevices(
    areHostile ? LIMITED_ROOM : ROOM,
    devices,
    async (joined) => {
      const { url, venue } = joined;
      const people = { ...venue, areaIds: venue.areaIds.slice(0, AREAS / 2) };
      const line = new SourceLine(url, venue.eventId, await openCountKey(url, venue));
      const machines = new Machines(line, venue.areaIds.slice(AREAS / 2), count, areHostile);
      await machines.add();
      machines.start();
      // Each machine has sent its first batch, which stores it.
      await sleep(1_500);
      machines.read();
      const startedAt = performance.now();
      const result = await work({ ...joined, venue: people });
      const { batches, refused, answer } = machines.read();
      const seconds = (performance.now() - startedAt) / 1000;
      const [perSecond, refusedPerSecond] = [batches / seconds, refused / seconds];
      await machines.stop();
      line.close();
      const taps = joined.devices.reduce((sum, { seq }) => sum + seq - 1, 0);
      const { ins, outs } = machines.passed;
      const isExact = await isCountedOnce(joined, taps + ins, outs);
      return { result, batches: { perSecond, refusedPerSecond, answer, failures: line.failures }, isExact };
    },
    AREAS,
  );
}

const measureLatency = async (crowd: Crowd) =>
  await besideMachines(crowd, ({ venue, devices: joined }) =>
    latencies('room', venue, joined, TAPS_PER_SECOND, durationMs),
  );
type Latency = Awaited<ReturnType<typeof measureLatency>>;

/** One round's measurements with this number of honest machines. */
async function measureRoom(count: number) {
  const crowd = { count, areHostile: false };
  const rate = await besideMachines(crowd, ({ venue, devices: joined }) =>
    throughput('room', venue, joined, 1, durationMs),
  );
  return { rate, latency: await measureLatency(crowd) };
}
type RoomRun = Awaited<ReturnType<typeof measureRoom>>;

const measureFloor = async (): Promise<LatencyRun> => ({
  server: 'floor',
  devices,
  ...(await withDevices(FLOOR, devices, ({ venue, devices: joined }) =>
    latencies('floor', venue, joined, TAPS_PER_SECOND, durationMs),
  )),
});

function toldAfter(run: Latency | undefined): string {
  const { p50, p99 } = run?.result.other ?? { p50: Number.NaN, p99: Number.NaN };
  return `tap → other ${p50.toFixed(1)} and ${p99.toFixed(1)} ms`;
}

const floor: LatencyRun[] = [];
const alone: RoomRun[] = [];
const beside: RoomRun[] = [];
const attacked: Latency[] = [];
const steps = [
  async () => void floor.push(await measureFloor()),
  async () => void alone.push(await measureRoom(0)),
  async () => void beside.push(await measureRoom(sources)),
  async () => void attacked.push(await measureLatency({ count: sources, areHostile: true })),
];
for (let round = 1; round <= rounds; round++) {
  for (const step of round % 2 === 0 ? steps.toReversed() : steps) await step();
  const said = [alone, beside].map((runs) => {
    const run = runs.at(-1);
    return `${grouped.format(run?.rate.result.perSecond ?? Number.NaN)} taps/s, ${toldAfter(run?.latency)}`;
  });
  say(`round ${round}: ${said[0]}; with ${sources} machines: ${said[1]}; hostile ones: ${toldAfter(attacked.at(-1))}`);
}

/** A measure's median, and its ratios to the room alone of the same round. */
function besideAlone<T>(runs: readonly T[], base: readonly T[], of: (run: T) => number): [string, string] {
  const all = runs.flatMap((run, round) => {
    const same = base[round];
    return same === undefined ? [] : [of(run) / of(same)];
  });
  const quartiles = [25, 75].map((p) => percentile(all, p).toFixed(2)).join(' – ');
  return [medianOf(runs, of), `${median(all).toFixed(2)} (${quartiles})`];
}
const shown = (value: number): string => (value < 1000 ? value.toFixed(1) : grouped.format(value));
const medianOf = <T>(runs: readonly T[], of: (run: T) => number): string => shown(median(runs.map(of)));
const NONE = ['–', '–'];

const LATENCIES: [string, (run: Latency) => number][] = [
  ['tap → other p50, ms', ({ result }) => result.other.p50],
  ['tap → other p99, ms', ({ result }) => result.other.p99],
  ['tap → ack p50, ms', ({ result }) => result.ack.p50],
  ['tap → ack p99, ms', ({ result }) => result.ack.p99],
  ['CPU at 1,000 taps/s, % of a core', ({ result }) => result.cpuShare * 100],
];
const RATES: [string, (run: RoomRun) => number][] = [
  ['durable taps/s, closed loop', ({ rate }) => rate.result.perSecond],
  ['CPU a tap, closed loop, µs', ({ rate }) => rate.result.cpuMicros],
];
const BATCHES: [string, (run: { batches: Batches }) => number][] = [
  ['batches/s', ({ batches }) => batches.perSecond],
  ['of these told to wait', ({ batches }) => batches.refusedPerSecond],
  ['batch → answer p50, ms', ({ batches }) => batches.answer.p50],
  ['batch → answer p99, ms', ({ batches }) => batches.answer.p99],
];
const latenciesOf = (measured: readonly RoomRun[]): Latency[] => measured.map(({ latency }) => latency);
const [aloneLatencies, besideLatencies] = [latenciesOf(alone), latenciesOf(beside)];

const goal = otherGoalMs(floor);
const runs = [...[...alone, ...beside].flatMap(({ rate, latency }) => [rate, latency]), ...attacked];
const isExact = runs.every((run) => run.isExact);
const failures = runs.reduce((sum, { batches }) => sum + batches.failures, 0);
const yes = (holds: boolean): string => (holds ? 'yes' : '**no**');

const how = `On ${machine()}: ${devices} devices, medians of ${rounds} rounds of ${values.seconds} s.`;
const figures = table(
  ['measure', 'without machines', `with ${sources}`, '× (quartiles)', `with ${sources} hostile`, '× (quartiles)'],
  [
    ...LATENCIES.map(([name, of]) => [
      name,
      medianOf(aloneLatencies, of),
      ...besideAlone(besideLatencies, aloneLatencies, of),
      ...besideAlone(attacked, aloneLatencies, of),
    ]),
    ...RATES.map(([name, of]) => [name, medianOf(alone, of), ...besideAlone(beside, alone, of), ...NONE]),
    ...BATCHES.map(([name, of]) => {
      const [honest, hostile] = [medianOf(besideLatencies, of), medianOf(attacked, of)];
      return [`${name}, at 1,000 taps/s`, '–', honest, '–', hostile, '–'];
    }),
    ...BATCHES.map(([name, of]) => {
      const rates = beside.map(({ rate }) => rate);
      return [`${name}, closed loop`, '–', medianOf(rates, of), '–', ...NONE];
    }),
  ],
);
const goals = table(
  ['measure', 'reached', 'goal', 'holds'],
  [
    ...[
      { name: 'machines', measured: besideLatencies },
      { name: 'hostile machines', measured: attacked },
    ].map(({ name, measured }) => {
      const reached = median(measured.map(({ result }) => result.other.p99));
      return [`tap → other p99 with ${name}, ms`, reached.toFixed(0), `≤ ${goal.toFixed(0)}`, yes(reached <= goal)];
    }),
    ['all taps and machines counted exactly once', isExact ? 'all' : 'not all', 'all', yes(isExact)],
    ['batches of honest machines that failed and were sent again', String(failures), '0', yes(failures === 0)],
  ],
);
say(['', how, '', ...figures, '', ...goals].join('\n'));
if (values.write) writeFigures('docs/evidence/performance.md', 'sources', [how, '', ...goals].join('\n'));
process.exit(isExact ? 0 : 1);
