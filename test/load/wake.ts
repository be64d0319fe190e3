import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { TAPS_PER_FRAME_MAX } from '../../src/shared/limits.ts';
import { table } from '../support/figures.ts';
import { BUILT_WORKER, migrateDatabase, roomOptions } from '../support/room-server.ts';
import { Device } from '../support/socket-device.ts';
import { openVenue, type Venue } from '../support/venue.ts';
import { Latencies } from './latencies.ts';

export interface Waking {
  ledgerRows: number;
  storedMib: number;
  /** Tap → ack, ms: of a room in memory, and the first of one that was evicted, over a socket that stayed open. */
  awake: Latencies;
  woken: Latencies;
  /** Upgrade → sync, ms, likewise. */
  joinedAwake: Latencies;
  joinedWoken: Latencies;
  /** GET devices → answer, ms, likewise: the first question for which a room adds up the day's taps. */
  askedAwake: Latencies;
  askedWoken: Latencies;
}

const AREAS = 10;
const TAPS_IN_FLIGHT = 4 * TAPS_PER_FRAME_MAX;

/** Measures a room at each of these sizes, which it grows to by taps. */
export async function measureWaking(
  sizes: readonly number[],
  rounds: number,
  report: (line: string) => void,
): Promise<Waking[]> {
  const stateDir = mkdtempSync(join(tmpdir(), 'headroom-wake-'));
  const mf = new Miniflare({ ...roomOptions(BUILT_WORKER, stateDir), unsafeInspectDurableObjects: true });
  try {
    const url = await mf.ready;
    await migrateDatabase(mf);
    const room = new HostedRoom(mf, url, join(stateDir, 'do'), await openVenue('room', { url }, AREAS));
    const results: Waking[] = [];
    for (const size of sizes) {
      await room.growTo(size);
      const result = await room.measure(rounds);
      results.push(result);
      report(
        `${result.ledgerRows} ledger rows: woken and acknowledged in ${result.woken.percentile(50).toFixed(1)} ms`,
      );
    }
    return results;
  } finally {
    await mf.dispose();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

class HostedRoom {
  private readonly mf: Miniflare;
  private readonly stateDir: string;
  private readonly url: URL;
  private readonly venue: Venue;
  private joined = 0;

  constructor(mf: Miniflare, url: URL, stateDir: string, venue: Venue) {
    this.url = url;
    this.mf = mf;
    this.stateDir = stateDir;
    this.venue = venue;
  }

  /** Each tap goes the other way than the one before it on its area, so that each is a ledger row of its own. */
  async growTo(rows: number): Promise<void> {
    const device = await this.join();
    let left = rows - (await this.ledgerRows());
    let ackedSeq = 0;
    await new Promise<void>((resolve) => {
      const { areaIds } = this.venue;
      const pump = () => {
        while (left > 0 && device.seq - 1 - ackedSeq < TAPS_IN_FLIGHT) {
          const at = Date.now();
          const taps = Array.from({ length: Math.min(left, TAPS_PER_FRAME_MAX) }, (_, i) => ({
            areaId: areaIds[i % AREAS] ?? '',
            change: Math.floor(i / AREAS) % 2 === 0 ? 1 : -1,
            at,
          }));
          device.sendTaps(taps);
          left -= taps.length;
        }
        if (ackedSeq === device.seq - 1) resolve();
      };
      device.onText = (text) => {
        ackedSeq = Number(/^{"type":"ack".*?"seq":(\d+)/.exec(text)?.[1] ?? ackedSeq);
        pump();
      };
      pump();
    });
    await this.leave(device);
  }

  async measure(rounds: number): Promise<Waking> {
    const result: Waking = {
      ledgerRows: await this.ledgerRows(),
      storedMib: storedMib(this.stateDir),
      awake: new Latencies(),
      woken: new Latencies(),
      joinedAwake: new Latencies(),
      joinedWoken: new Latencies(),
      askedAwake: new Latencies(),
      askedWoken: new Latencies(),
    };
    const device = await this.join();
    for (let round = 0; round < rounds; round++) {
      for (const [act, woken, awake] of [
        [() => this.tapToAck(device), result.woken, result.awake],
        [() => this.joinAndLeave(), result.joinedWoken, result.joinedAwake],
        [() => this.askForDevices(), result.askedWoken, result.askedAwake],
      ] as const) {
        await this.evict();
        woken.record(await act());
        awake.record(await act());
      }
    }
    await this.leave(device);
    return result;
  }

  private async evict(): Promise<void> {
    const room = { name: this.venue.eventId, webSockets: 'hibernate' } as const;
    await this.mf.unsafeEvictDurableObject('headroom', 'EventRoom', room);
  }

  private async tapToAck(device: Device): Promise<number> {
    const acked = new Promise<void>((resolve) => {
      device.onText = (text) => {
        if (text.startsWith('{"type":"ack"')) resolve();
      };
    });
    const from = performance.now();
    device.tap(this.venue.areaIds[0] ?? '', 1);
    await acked;
    return performance.now() - from;
  }

  private async joinAndLeave(): Promise<number> {
    const from = performance.now();
    const device = await this.join();
    const tookMs = performance.now() - from;
    await this.leave(device);
    return tookMs;
  }

  private async askForDevices(): Promise<number> {
    const from = performance.now();
    const { eventId, headers } = this.venue;
    const answer = await fetch(new URL(`/api/events/${eventId}/devices`, this.url), { headers });
    if (!answer.ok) throw new Error(`GET devices: ${answer.status}`);
    await answer.text();
    return performance.now() - from;
  }

  private async join(): Promise<Device> {
    this.joined += 1;
    return await Device.join('room', this.venue, this.joined);
  }

  private async leave({ socket }: Device): Promise<void> {
    socket.close(1000);
    await once(socket, 'close');
  }

  private async ledgerRows(): Promise<number> {
    const storage = await this.mf.unsafeGetDurableObjectStorage('headroom', 'EventRoom', { name: this.venue.eventId });
    const [row] = await storage.exec<{ rows: number }>('SELECT count(*) AS rows FROM ledger');
    return row?.rows ?? 0;
  }
}

/** What it takes to wake a room. */
export const wakeTable = (wakings: readonly Waking[]): string =>
  table(
    [
      'ledger rows',
      'on disk, MiB',
      'tap → ack, awake, ms',
      'woken',
      'upgrade → sync, awake',
      'woken',
      'GET devices, awake',
      'woken',
    ],
    wakings.map(({ ledgerRows, storedMib: mib, awake, woken, joinedAwake, joinedWoken, askedAwake, askedWoken }) => [
      ledgerRows.toLocaleString('en-US'),
      mib.toFixed(1),
      ...[awake, woken, joinedAwake, joinedWoken, askedAwake, askedWoken].map((one) => one.percentile(50).toFixed(1)),
    ]),
  ).join('\n');

/** The room's, beside which there is only the hub's, which hardly holds anything. */
const storedMib = (stateDir: string): number =>
  readdirSync(stateDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) /
  2 ** 20;
