import { setTimeout as sleep } from 'node:timers/promises';
import { SOURCE_HEARD_EVERY_MS } from '../../src/room/storage/limits.ts';
import { LOG_FLUSHES_MAX } from '../../src/room/storage/limits.ts';
import { HOUR_MS } from '../../src/shared/durations.ts';
import { KEY_USE_NOTED_MS } from '../../src/shared/keys/limits.ts';
import type { SourceItem } from '../../src/rpc/source-batch.ts';
import { table } from '../support/figures.ts';
import type { Meter } from '../support/meter.ts';
import type { RoomServer } from '../support/room-server.ts';
import { openCountKey, SourceLine } from '../support/source-sender.ts';
import { openVenue } from '../support/venue.ts';
import { DAY, meter } from './measure.ts';
import { ACTIVE_S_PER_REQUEST, KINDS, OBJECT_GB } from './usage.ts';

/** Measures what the batches of machines cost, and renders a table of docs/cost.md. */

/** A source may send one batch in this time (docs/product.md, M10). */
const EVERY_MS = 5_000;
/** Batches that are sent at their own pace: a minute of them, for what worker and room remember from one to the next. */
const PACED = 12;

type Sending = 'seq' | 'key' | 'totals' | 'unchanged';
const SENDINGS: Record<Sending, (n: number, at: number) => SourceItem> = {
  seq: (n) => ({ seq: n, in: 1 }),
  key: (n) => ({ key: `item-${n}`, in: 1 }),
  totals: (n, at) => ({ inTotal: n, outTotal: 0, at }),
  unchanged: (_, at) => ({ inTotal: 5, outTotal: 5, at }),
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of a constant
const NAMES = Object.keys(SENDINGS) as Sending[];

export interface SourceCosts {
  /** Of one batch, as long as the room's log is written into its tables as often as on a day. */
  batch: Record<Sending, Meter>;
  /** Of one batch that follows the one before after EVERY_MS. */
  paced: Meter;
}

const divided = (total: Meter, by: number): Meter => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same counters
  return Object.fromEntries(Object.entries(total).map(([name, value]) => [name, value / by])) as unknown as Meter;
};

/** Measures batches with one item each. */
export async function measureSources(server: RoomServer): Promise<SourceCosts> {
  const venue = await openVenue('room', server, DAY.areas);
  const line = new SourceLine(server.url, venue.eventId, await openCountKey(server.url, venue));
  const areaId = venue.areaIds[0] ?? '';
  const numbers = new Map<Sending, number>();
  const send = async (name: Sending): Promise<void> => {
    const n = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, n);
    await line.send({ sourceId: name, areaId }, [SENDINGS[name](n, Date.now())]);
  };
  const measured: [Sending, Meter][] = [];
  for (const name of NAMES) {
    // The first batch adds the source.
    await send(name);
    await meter(server);
    for (let n = 0; n < LOG_FLUSHES_MAX; n++) await send(name);
    measured.push([name, divided(await meter(server), LOG_FLUSHES_MAX)]);
  }
  await sleep(EVERY_MS);
  await meter(server);
  for (let n = 0; n < PACED; n++) {
    await send('seq');
    await sleep(EVERY_MS);
  }
  const paced = divided(await meter(server), PACED);
  line.close();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has been measured
  return { batch: Object.fromEntries(measured) as unknown as Record<Sending, Meter>, paced };
}

const TEXTS: Record<Sending, string> = {
  seq: 'a delta with a `seq`',
  key: 'a delta with a `key`',
  totals: 'totals that have changed',
  unchanged: 'totals that are as they were',
};
/** How long an item's key is kept is of no account: deleting it later is a row. */
const DELETED_LATER: Record<Sending, number> = { seq: 0, key: 1, totals: 0, unchanged: 0 };
const DAYS_HOURS = [DAY.hours, 24] as const;

const usd = (value: number): string => `$${value < 0.001 ? value.toFixed(4) : value.toFixed(3)}`;
const shown = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/** Renders what was measured, for the terminal. */
export const batchTable = ({ batch, paced }: SourceCosts): string =>
  table(
    ['one batch', 'worker requests', 'object requests', 'rows written', 'D1 queries', 'D1 rows read'],
    NAMES.map((name) => {
      const { workerRequests, objectRequests, d1Queries, d1RowsRead } = paced;
      const known = [workerRequests, objectRequests, batch[name].rowsWritten, d1Queries, d1RowsRead];
      return [TEXTS[name], ...known.map(shown)];
    }),
  ).join('\n');

/**
 * Renders the table of machines in docs/cost.md.
 * @param cpuMs the worker's CPU for one request
 */
export function sourceTable({ batch, paced }: SourceCosts, cpuMs: number): string {
  const batches = HOUR_MS / EVERY_MS;
  const row = KINDS.rowsWritten.usd;
  const request = KINDS.workerRequests.usd + cpuMs * KINDS.workerCpuMs.usd;
  const call = KINDS.objectRequests.usd + ACTIVE_S_PER_REQUEST * OBJECT_GB * KINDS.objectGbSeconds.usd;
  const read = batches * paced.d1RowsRead * KINDS.d1RowsRead.usd;
  const used = (HOUR_MS / KEY_USE_NOTED_MS) * KINDS.d1RowsWritten.usd;
  const each = batches * (request + paced.objectRequests * call + paced.alarmsSet * row) + read + used;
  // Totals that are as they were write a row only so often that the machine counts as heard.
  const rows = (name: Sending) =>
    name === 'unchanged' ? HOUR_MS / SOURCE_HEARD_EVERY_MS : batches * (batch[name].rowsWritten + DELETED_LATER[name]);
  return table(
    [`one machine, a call each ${EVERY_MS / 1000} s`, ...DAYS_HOURS.map((hours) => `${hours} hours`)],
    NAMES.map((name) => [TEXTS[name], ...DAYS_HOURS.map((hours) => usd(hours * (each + rows(name) * row)))]),
  ).join('\n');
}
