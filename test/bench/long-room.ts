import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Miniflare } from 'miniflare';
import { DAY_MS, HOUR_MS } from '../../src/shared/limits.ts';
import { migrateDatabase, roomOptions } from '../support/room-server.ts';
import { workerdPids } from '../support/server-process.ts';
import { openVenue, type Venue } from '../support/venue.ts';

/** A room with a long business day in its tables, which SQL makes up: a row for each tap, but for runs. */

export const AREAS = 12;
const DEVICES = 1_000;
/** Of a hundred rows, so many come up to hours late, take the device's row before back, or are runs of three. */
const LATE = 5;
const UNDOES = 1;
const RUNS = 10;
/** Seqs that each row leaves for a run. */
const SEQS = 3;
/** The gaps of a run of three, as GapWriter writes 400 and 700 ms. */
const GAPS = '4A7Y';
const SEEDED_AT_ONCE = 100_000;

/** A business day, and when its doors are open; epoch ms. */
interface LongDay {
  startsAt: number;
  opensAt: number;
  closesAt: number;
}

export const dateOf = ({ startsAt }: LongDay): string => new Date(startsAt).toISOString().slice(0, 10);

/** Days begin at 06:00 UTC, as a new event's do. */
const startOf = (now: number): number => Math.floor((now - 6 * HOUR_MS) / DAY_MS) * DAY_MS + 6 * HOUR_MS;

/** One that has ended, with twelve hours of taps. */
export function endedDay(now = Date.now()): LongDay {
  const startsAt = startOf(now) - 2 * DAY_MS;
  return { startsAt, opensAt: startsAt + 4 * HOUR_MS, closesAt: startsAt + 16 * HOUR_MS };
}

/** The one that is running, with taps until a second ago. */
export function runningDay(now = Date.now()): LongDay {
  const startsAt = startOf(now);
  return { startsAt, opensAt: startsAt + Math.floor((now - startsAt) / 3), closesAt: now - 1_000 };
}

/** Areas with limits, and each of them set to 0 at every full hour. */
function journalOf({ startsAt, opensAt, closesAt }: LongDay): string {
  const entries: string[] = [];
  let id = startsAt * 1000;
  const note = (at: number, kind: string, area: number, before: string, after: string) =>
    entries.push(
      `(${(id = Math.max(id + 1, at * 1000))}, ${at}, 'admin:1', '${kind}', 'area-${area}', ${before}, ${after})`,
    );
  for (let area = 0; area < AREAS; area++) {
    note(startsAt, 'area_added', area, 'NULL', `'"Area ${area}"'`);
    note(startsAt, 'capacity_changed', area, 'NULL', `'25'`);
  }
  for (let hour = 1; opensAt + hour * HOUR_MS < closesAt; hour++) {
    for (let area = 0; area < AREAS; area++) {
      note(opensAt + hour * HOUR_MS, 'occupancy_reset', area, `'${(area * hour) % 9}'`, `'0'`);
    }
  }
  return `INSERT INTO journal (id, at, actor, kind, area_id, before, after) VALUES ${entries.join(', ')}`;
}

const random = (row: string, shift: number): string => `((${row}) * 2654435761 + ${shift} * 40503 >> 8 & 16777215)`;

/** Rows `from` to before `to` of `rows`. */
function ledgerOf({ startsAt, opensAt, closesAt }: LongDay, rows: number, from: number, to: number): string {
  const lateMaxMs = Math.floor((opensAt - startsAt) * 0.875);
  const receivedAt = (row: string) => `(${opensAt} + (${row}) * ${closesAt - opensAt} / ${rows})`;
  const kind = (row: string) => `(${random(row, 1)} % 100)`;
  const lateMs = (row: string) => `iif(${kind(row)} < ${LATE}, 1 + ${random(row, 2)} * 7 % ${lateMaxMs}, 0)`;
  const occurredAt = (row: string) => `(${receivedAt(row)} - ${lateMs(row)})`;
  const change = (row: string) => `iif(${random(row, 3)} % 2 = 0, 1, -1)`;
  const before = `i - ${DEVICES}`;
  return `
    WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to - 1}),
    made AS (
      SELECT i, ${receivedAt('i')} AS received, ${occurredAt('i')} AS occurred,
        ${kind('i')} BETWEEN ${LATE} AND ${LATE + UNDOES - 1} AND i >= ${DEVICES} AS is_undo,
        ${kind('i')} BETWEEN ${LATE + UNDOES} AND ${LATE + UNDOES + RUNS - 1} AND ${occurredAt('i')} % 60000 < 58000 AS is_run
      FROM n
    ),
    counted AS (
      SELECT *, iif(is_undo, ${change(before)}, ${change('i')}) AS of_tap, iif(is_run, ${SEQS}, 1) AS taps,
        iif(is_undo, ${occurredAt(before)}, NULL) AS undone,
        ${opensAt} + (received - ${opensAt}) / ${HOUR_MS} * ${HOUR_MS} AS set_at,
        iif(is_undo, ${before}, i) * 7 % ${AREAS} AS area
      FROM made
    ),
    moved AS (
      SELECT *, iif(is_undo, -1, 1) * taps * max(of_tap, 0) AS ins, iif(is_undo, -1, 1) * taps * max(0 - of_tap, 0) AS outs FROM counted
    )
    INSERT INTO ledger (id, client_id, area_id, first_seq, last_seq, change, ins, outs, floored, adjusted, undoes, undone_at,
      occurred_at, gaps, received_at, occupancy)
    SELECT received * 1000 + i % 10, printf('00000000-0000-4000-8000-%012d', i % ${DEVICES}), 'area-' || area, i / ${DEVICES} * ${SEQS} + 1,
      i / ${DEVICES} * ${SEQS} + taps, iif(is_undo, 0 - of_tap, of_tap), ins, outs, 0,
      iif(set_at > ${opensAt} AND coalesce(undone, occurred) < set_at, outs - ins, 0),
      iif(is_undo, (${before}) / ${DEVICES} * ${SEQS} + 1, NULL), undone, occurred, iif(is_run, '${GAPS}', NULL), received, 0
    FROM moved`;
}

/** The room, in a runtime whose storage can be asked and whose isolate can be looked into. */
export class LongRoom {
  private readonly script: string;
  private readonly stateDir = mkdtempSync(join(tmpdir(), 'headroom-long-'));
  private mf: Miniflare | undefined;
  private opened: Venue | undefined;
  url = new URL('http://localhost');

  constructor(script: string) {
    this.script = script;
  }

  get runtime(): Miniflare {
    if (this.mf === undefined) throw new Error('It is not started');
    return this.mf;
  }

  get venue(): Venue {
    if (this.opened === undefined) throw new Error('It is not filled');
    return this.opened;
  }

  async start(): Promise<void> {
    const options = { ...roomOptions(this.script, this.stateDir), unsafeInspectDurableObjects: true, inspectorPort: 0 };
    this.mf = new Miniflare(options);
    this.url = await this.mf.ready;
  }

  async fill(day: LongDay, rows: number): Promise<void> {
    await migrateDatabase(this.runtime);
    this.opened = await openVenue('room', this, 1);
    await this.sql(journalOf(day));
    for (let from = 0; from < rows; from += SEEDED_AT_ONCE) {
      await this.sql(ledgerOf(day, rows, from, Math.min(rows, from + SEEDED_AT_ONCE)));
    }
    await this.sql(`INSERT INTO days (day, counted_at, attempts) VALUES ('${dateOf(day)}', ${day.opensAt}, 0)`);
    await this.evict();
  }

  async sql<Row extends Record<string, string | number> = Record<string, never>>(query: string): Promise<Row[]> {
    const room = { name: this.venue.eventId };
    const storage = await this.runtime.unsafeGetDurableObjectStorage('headroom', 'EventRoom', room);
    return await storage.exec<Row>(query);
  }

  async evict(): Promise<void> {
    const room = { name: this.venue.eventId, webSockets: 'hibernate' } as const;
    await this.runtime.unsafeEvictDurableObject('headroom', 'EventRoom', room);
  }

  /** As after a crash of the machine: nothing of the runtime is asked to end. */
  async kill(): Promise<void> {
    for (const pid of workerdPids()) process.kill(pid, 'SIGKILL');
    await this.mf?.dispose().catch(() => {});
  }

  async end(): Promise<void> {
    await this.mf?.dispose();
    rmSync(this.stateDir, { recursive: true, force: true });
  }
}
