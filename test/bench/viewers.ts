import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bundleWorker } from '../support/bundle-worker';
import { freePort } from '../support/loopback';
import { machine, median, table, writeFigures } from '../support/figures';
import { type RoomServer, startRoomServer } from '../support/room-server';
import { cpuSeconds, residentBytes, workerdPids } from '../support/server-process';
import { joinAll } from '../support/socket-device';
import { openAccount, openEvent, type Venue } from '../support/venue';
import { displaySessionId } from '../../src/crypto/ids';
import { PROTOCOL_VERSION } from '../../src/shared/protocol/version';
import { WITHOUT_LIMITS } from '../../scripts/variables';
import type { Seat } from './audience';
import { Crowd, type Step } from './crowd-measure';
import { FarAudience } from './far-audience';

/**
 * `npm run bench:viewers [-- --viewers 10000 --rounds 9 --seconds 3 --write]` measures what many viewers of a public
 * display cost the doors. Two events have the same devices in the same process, and one of them has the viewers, on
 * relays: in processes of their own, as on Cloudflare, or in the rooms' own. The events take turns, so that other load on the
 * machine affects both. `--write` writes the figures into docs/evidence/performance.md.
 */

const { values } = parseArgs({
  options: {
    viewers: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const viewers = Number(values.viewers);
const rounds = Number(values.rounds);
const durationMs = Number(values.seconds) * 1000;
const DEVICES = 20;
const AREAS = 10;
/** Each device taps once in this time: 1,000 taps a second in all. */
const TAP_EVERY_S = 0.02;
const VIEWERS_PER_RELAY = 2_000;
/** Workerd takes two open files for each socket, and systems often allow a process 20,000. */
const VIEWERS_PER_PROCESS = 8_000;
const REPLACED_WITHIN_MS = 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** One step of an event's devices, and the CPU that the rooms' process used for each tap. */
interface Turn extends Pick<Step, 'other' | 'ack'> {
  cpuMicros: number;
}

interface Measured {
  where: string;
  viewers: number;
  pairs: { without: Turn; with: Turn }[];
  framesPerSecond: number;
  bytesPerViewer: number;
  /** From a relay's death until half, and until all of its viewers have been told the newest number again. */
  replacedMs: { half: number; all: number };
}

interface Servers {
  rooms: RoomServer;
  roomPids: number[];
  relayUrls: URL[];
  close(): Promise<void>;
}

const urlOf = ({ relayUrls }: Servers, eventId: string, relay: number, what: string): URL => {
  const path = `/peer/relay/${encodeURIComponent(`${eventId}/${relay}`)}/${what}`;
  return new URL(path, relayUrls[relay % relayUrls.length]);
};

async function startServers(relayProcesses: number): Promise<Servers> {
  const script = await bundleWorker('test/workers/split.ts');
  const variables = { ...WITHOUT_LIMITS, MAX_VIEWERS_PER_RELAY: String(VIEWERS_PER_RELAY) };
  const ports = await Promise.all(Array.from({ length: relayProcesses + 1 }, freePort));
  const [roomsOrigin = '', ...relayOrigins] = ports.map((port) => `http://127.0.0.1:${port}`);
  const start = (port = 0, ...peers: string[]): Promise<RoomServer> =>
    startRoomServer({ script, port, variables: { ...variables, PEERS: peers.join(',') } });
  const rooms = await start(ports[0], ...relayOrigins);
  const roomPids = workerdPids();
  const relays: RoomServer[] = [];
  for (const port of ports.slice(1)) relays.push(await start(port, roomsOrigin));
  // On Cloudflare they run on other machines. Here they must not take the cores from the rooms.
  for (const pid of workerdPids()) if (!roomPids.includes(pid)) setPriority(pid, constants.priority.PRIORITY_LOW);
  const all = [rooms, ...relays];
  const close = async (): Promise<void> => {
    for (const server of all) await server.close();
  };
  return { rooms, roomPids, relayUrls: (relays.length > 0 ? relays : [rooms]).map(({ url }) => url), close };
}

/** The worker usually authenticates viewers. Here the test does, because the relays' processes know no events. */
function seatsOf(servers: Servers, { eventId }: Venue, sessionId: string, count: number): Seat[] {
  return Array.from({ length: count }, (_, i) => {
    const relay = 1 + Math.floor(i / VIEWERS_PER_RELAY);
    const connection = {
      eventId,
      jurisdiction: null,
      ownerId: 'owner',
      revision: 1_000_000,
      account: { revision: 0, status: null, trialEndsAt: 0 },
      principal: `display:${eventId}`,
      sessionId,
      tier: 'viewer',
      protocol: PROTOCOL_VERSION,
      address: 'here',
      relay,
    };
    const url = urlOf(servers, eventId, relay, 'socket');
    url.protocol = 'ws:';
    url.searchParams.set('connection', JSON.stringify(connection));
    return { relay, url: url.href };
  });
}

async function measure(where: string, relayProcesses: number): Promise<Measured> {
  const servers = await startServers(relayProcesses);
  const count = Math.min(viewers, VIEWERS_PER_PROCESS * Math.max(1, relayProcesses));
  try {
    const admin = await openAccount(servers.rooms.url, 'viewers@headroom.test');
    const events = [await openEvent(admin, AREAS, 1_000_000), await openEvent(admin, AREAS, 1_000_000)] as const;
    const [alone, watched] = await Promise.all(
      events.map(async (venue) => new Crowd(venue, await joinAll('room', venue, DEVICES))),
    );
    if (alone === undefined || watched === undefined) throw new Error('Two events were opened');
    const audience = new FarAudience(events[1].eventId);
    const empty = residentBytes();
    await admin.makeDisplay(events[1].eventId);
    const displayToken = (await admin.readDisplay(events[1].eventId)) ?? '';
    const arrived = await audience.arrive(seatsOf(servers, events[1], await displaySessionId(displayToken), count));
    const bytesPerViewer = (residentBytes() - empty) / count;
    say(`${where}: ${arrived.size} viewers, ${arrived.losses} of whom came twice`);
    let watchedMs = 0;
    const turn = async (crowd: Crowd): Promise<Turn> => {
      const [cpu, made, from] = [cpuSeconds(servers.roomPids), crowd.made, performance.now()];
      const { other, ack } = await crowd.run(TAP_EVERY_S, durationMs);
      if (crowd === watched) watchedMs += performance.now() - from;
      return { other, ack, cpuMicros: ((cpuSeconds(servers.roomPids) - cpu) / (crowd.made - made)) * 1e6 };
    };
    const pairs: Measured['pairs'] = [];
    const startedAt = performance.now();
    for (let round = 1; round <= rounds; round++) {
      const isFirst = round % 2 === 1;
      const first = await turn(isFirst ? alone : watched);
      const second = await turn(isFirst ? watched : alone);
      const pair = isFirst ? { without: first, with: second } : { without: second, with: first };
      pairs.push(pair);
      const [p99, cpu] = [pair.with.other.p99 / pair.without.other.p99, pair.with.cpuMicros / pair.without.cpuMicros];
      say(`${where}, round ${round}: tap → other p99 × ${p99.toFixed(2)}, CPU × ${cpu.toFixed(3)}`);
    }
    const { frames, losses } = await audience.look();
    say(`${where}: ${losses} connections lost so far`);
    const framesPerSecond = ((frames - arrived.frames) / watchedMs) * 1000;
    say(`${where}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
    const replacedMs = await killRelay(servers, events[1].eventId, audience, watched);
    audience.close();
    for (const crowd of [alone, watched]) crowd.close();
    return { where, viewers: count, pairs, framesPerSecond, bytesPerViewer, replacedMs };
  } finally {
    await servers.close();
  }
}

async function killRelay(
  servers: Servers,
  eventId: string,
  audience: FarAudience,
  crowd: Crowd,
): Promise<Measured['replacedMs']> {
  const seated = Math.min(viewers, VIEWERS_PER_RELAY);
  const startedAt = performance.now();
  await fetch(urlOf(servers, eventId, 1, 'kill'), { method: 'POST' });
  await crowd.tapOnce(0);
  let half = Number.NaN;
  while (performance.now() - startedAt < REPLACED_WITHIN_MS) {
    const { shown } = await audience.look(crowd.made);
    const ms = performance.now() - startedAt;
    if (Number.isNaN(half) && shown >= seated / 2) half = ms;
    if (shown >= seated) return { half, all: ms };
    await sleep(10);
  }
  return { half, all: Number.NaN };
}

const ratio = (pairs: Measured['pairs'], of: (turn: Turn) => number): number =>
  median(pairs.map((pair) => of(pair.with) / of(pair.without)));
const medianOf = (pairs: Measured['pairs'], of: (pair: Measured['pairs'][number]) => number): string =>
  median(pairs.map(of)).toFixed(1);

const ROWS: [string, (measured: Measured) => string][] = [
  ['viewers', (measured) => String(measured.viewers)],
  ['tap → other p99 without viewers, ms', ({ pairs }) => medianOf(pairs, (pair) => pair.without.other.p99)],
  ['with viewers', ({ pairs }) => medianOf(pairs, (pair) => pair.with.other.p99)],
  ['×', ({ pairs }) => ratio(pairs, ({ other }) => other.p99).toFixed(2)],
  ['tap → ack p99 without viewers, ms', ({ pairs }) => medianOf(pairs, (pair) => pair.without.ack.p99)],
  ['with viewers', ({ pairs }) => medianOf(pairs, (pair) => pair.with.ack.p99)],
  ['CPU of the rooms’ process a tap, ×', ({ pairs }) => ratio(pairs, ({ cpuMicros }) => cpuMicros).toFixed(3)],
  ['frames/s to viewers', ({ framesPerSecond }) => framesPerSecond.toFixed(0)],
  ['memory a viewer, KiB', ({ bytesPerViewer }) => (bytesPerViewer / 1024).toFixed(0)],
  ['relay killed: half back, s', ({ replacedMs }) => (replacedMs.half / 1000).toFixed(1)],
  ['all back, s', ({ replacedMs }) => (replacedMs.all / 1000).toFixed(1)],
];

const tableOf = (all: readonly Measured[]): string[] =>
  table(
    ['relays', ...all.map(({ where }) => where)],
    ROWS.map(([name, of]) => [name, ...all.map(of)]),
  );

const measured = [
  await measure('in processes of their own', Math.ceil(viewers / VIEWERS_PER_PROCESS)),
  await measure('in the rooms’ process', 0),
];
const how = `${DEVICES} devices, 1,000 taps/s, medians of ${rounds} pairs of ${values.seconds} s`;
const text = [`On ${machine()}: ${how}.`, '', ...tableOf(measured)].join('\n');
say(`\n${text}`);
if (values.write) writeFigures('docs/evidence/performance.md', 'viewers', text);
process.exit(0);
