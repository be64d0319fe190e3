import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { importedFiles } from './check/imports.ts';

/**
 * `node scripts/tap-path.ts [--write]`: lists the files that one tap runs through, from the finger to the bill. STAGES
 * names the files that do the work of each stage; the import graph adds the files that connect them. `--write` puts the
 * list into docs/architecture.md, and a test compares that list with the code.
 */
const STAGES: Readonly<Record<string, readonly string[]>> = {
  finger: [
    'web/src/features/counting/pads/count-button.tsx',
    'web/src/features/counting/pads/card-pads.tsx',
    'web/src/features/counting/areas/area-card.tsx',
    'web/src/features/counting/areas/area-list.tsx',
    'web/src/features/counting/pads/use-counting.ts',
    'web/src/features/dashboard/counting-areas.tsx',
  ],
  outbox: [
    'web/src/realtime/hooks.ts',
    'web/src/realtime/realtime.ts',
    'web/src/realtime/channel.ts',
    'web/src/realtime/view/room-view.ts',
    'web/src/realtime/view/reducer.ts',
    'web/src/realtime/view/tap-sums.ts',
    'web/src/realtime/outbox/outbox.ts',
    'web/src/realtime/outbox/outbox-home.ts',
    'web/src/realtime/outbox/outbox-store.ts',
  ],
  socket: [
    'web/src/realtime/outbox/tap-pump.ts',
    'web/src/realtime/socket/link.ts',
    'src/shared/protocol/codec.ts',
    'src/shared/protocol/up.ts',
  ],
  room: [
    'src/room/event-room.ts',
    'src/room/sockets/connections.ts',
    'src/room/sockets/connection.ts',
    'src/room/room.ts',
    'src/room/sockets/read-up-frame.ts',
    'src/room/counting/tap-entry.ts',
    'src/room/counting/flush-pipeline.ts',
    'src/room/counting/held-batches.ts',
    'src/room/counting/draft.ts',
    'src/room/counting/counting.ts',
  ],
  disk: [
    'src/room/storage/room-store.ts',
    'src/room/storage/flush-log.ts',
    'src/room/storage/flush.ts',
    'src/room/counting/tap-run-merger.ts',
    'src/room/memory.ts',
    'src/room/state.ts',
  ],
  'ack and other devices': [
    'src/shared/protocol/down.ts',
    'src/room/live/after-commit.ts',
    'src/room/sockets/broadcast.ts',
    'src/room/sockets/fan-out.ts',
    'src/room/sockets/frames.ts',
    'web/src/realtime/view/snapshot.ts',
  ],
  report: [
    'src/room/reports/daily-report-job.ts',
    'src/room/reports/report-calendar.ts',
    'src/room/reports/day-slices.ts',
    'src/reports/days/ledger-columns.ts',
    'src/reports/days/tap-order.ts',
    'src/reports/days/day-aggregator.ts',
    'src/reports/days/subject.ts',
    'src/reports/figures.ts',
    'src/room/reports/report-rows.ts',
  ],
  bill: [
    'src/room/days/active-days.ts',
    'src/room/days/active-day-delivery.ts',
    'src/db/activity-days.ts',
    'src/hub/account-hub.ts',
    'src/hub/reconcile-account.ts',
    'src/db/usage-days.ts',
    'src/billing/usage/usage.ts',
  ],
};

const PAGE = 'docs/architecture.md';
const [BEGIN, END] = ['<!-- tap path: `node scripts/tap-path.ts --write` -->', '<!-- end of tap path -->'];

/** Finds the shortest chain of imports, in either direction, between the files in `known` and the file `to`. */
function connection(known: ReadonlySet<string>, to: string, graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const ways = new Map<string, string[]>([[to, []]]);
  for (const [file, way] of ways) {
    for (const next of graph.get(file) ?? []) {
      if (known.has(next)) return way;
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  throw new Error(`${to} is not connected with the rest of the path`);
}

/** Returns the files of each stage, with the files that connect them to the earlier ones. */
export function tapPath(): { stages: [stage: string, files: readonly string[]][]; count: number } {
  const graph = new Map<string, Set<string>>();
  const add = (a: string, b: string) => graph.set(a, (graph.get(a) ?? new Set()).add(b));
  const seen = new Set(Object.values(STAGES).flat());
  for (const file of seen) {
    for (const imported of importedFiles(file)) {
      add(file, imported);
      add(imported, file);
      seen.add(imported);
    }
  }
  const known = new Set<string>();
  const stages = Object.entries(STAGES).map(([stage, files]): [string, readonly string[]] => {
    const all = files.flatMap((file) => {
      const between = known.size === 0 ? [] : connection(known, file, graph).filter((other) => !known.has(other));
      for (const one of [file, ...between]) known.add(one);
      return [file, ...between];
    });
    return [stage, [...new Set(all)]];
  });
  return { stages, count: known.size };
}

/** Returns the list in the form that docs/architecture.md contains. */
export function tapPathText(): string {
  const { stages, count } = tapPath();
  const lines = stages.map(([stage, files]) => `* **${stage}** ${files.map((file) => `\`${file}\``).join(' → ')}`);
  return [BEGIN, `${String(count)} files:`, '', ...lines, END].join('\n');
}

if (process.argv[1]?.endsWith('tap-path.ts')) {
  const text = tapPathText();
  if (process.argv.includes('--write')) {
    const page = readFileSync(PAGE, 'utf8');
    const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
    if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the list`);
    writeFileSync(PAGE, page.slice(0, from) + text + page.slice(to + END.length));
  } else process.stdout.write(`${text}\n`);
}
