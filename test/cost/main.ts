import process from 'node:process';
import { parseArgs } from 'node:util';
import { bundleWorker } from '../support/bundle-worker.ts';
import { writeFigures } from '../support/figures.ts';
import type { Meter } from '../support/meter.ts';
import { seededRandom } from '../support/random.ts';
import { type RoomServer, startRoomServer } from '../support/room-server.ts';
import { WITHOUT_LIMITS } from '../../scripts/variables.ts';
import { measureCpuMs, measureDevice, measureDisplay, measureTaps, measureUpkeep } from './measure.ts';
import { batchTable, measureSources, sourceTable } from './sources.ts';
import { costTables, measuredTables, trialTable } from './tables.ts';

/** `npm run cost [-- --write]` computes an event-day's costs on Cloudflare; `--write` writes them into docs/cost.md. */

const DOC = 'docs/cost.md';
const TAPS_PER_FRAME = [1, 5, 10];
const SEED = 1;

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const script = await bundleWorker('test/workers/metered.ts');

async function onFreshServer<T>(
  measure: (server: RoomServer) => Promise<T>,
  variables: Record<string, string> = {},
): Promise<T> {
  const server = await startRoomServer({ script, variables: { ...WITHOUT_LIMITS, ...variables } });
  try {
    return await measure(server);
  } finally {
    await server.close();
  }
}

const device = await onFreshServer(measureDevice);
const display = await onFreshServer(measureDisplay);
const relayed = await onFreshServer(measureDisplay, { MAX_VIEWERS_PER_ROOM: '1' });
const cpuMs = await onFreshServer(measureCpuMs);
const upkeep = await onFreshServer(measureUpkeep);
const sources = await onFreshServer(measureSources);
const days = new Map<number, Meter>();
const named = new Map<number, Meter>();
for (const tapsPerFrame of TAPS_PER_FRAME) {
  process.stdout.write(`A day's taps, ${tapsPerFrame} a frame …\n`);
  const taps = async (hasCategories: boolean) =>
    await onFreshServer((server) => measureTaps(server, tapsPerFrame, seededRandom(SEED), hasCategories));
  days.set(tapsPerFrame, await taps(false));
  named.set(tapsPerFrame, await taps(true));
}
const measured = { device, display, relayed, upkeep, cpuMs, days, named };
const blocks = {
  figures: costTables(measured),
  trial: trialTable(measured),
  sources: sourceTable(sources, cpuMs),
};
process.stdout.write(`\n${measuredTables(measured)}\n\n${batchTable(sources)}\n`);
for (const [name, block] of Object.entries(blocks)) {
  process.stdout.write(`\n${block}\n`);
  if (values.write) writeFigures(DOC, name, block);
}
