import * as z from 'zod/mini';
import type { LedgerFact } from '../../reports/facts';
import { IDS_PER_MS } from '../../shared/reports/limits';
import { fromLog, LogRowSchema, toLog } from '../../stored/ledger';

/**
 * Ledger rows in one block. A row's text is below 1 KB: its taps are within one minute, so even 256 gaps between them
 * take two characters each on average. So a block stays far below the 2 MB that one row of storage can have (Durable
 * Objects limits, "Maximum string, BLOB or table row size").
 */
export const BLOCK_ROWS_MAX = 500;

const Int = z.int();
/** Consecutive ledger rows as one row of storage (docs/decisions/0031). `body` is JSON. */
export const BlockSchema = z.object({ firstId: Int, lastId: Int, body: z.string() });
type Block = z.infer<typeof BlockSchema>;

/**
 * The text of a block is made like the text of a flush: rows refer to areas and clients by index, and times are ms
 * before the first value. A row's id is its time of receipt in ms × IDS_PER_MS plus its running number, which is
 * in the list before the rows.
 */
const BlockTextSchema = z.tuple([Int, z.array(z.string()), z.array(z.string()), z.array(Int), z.array(LogRowSchema)]);
type BlockText = z.infer<typeof BlockTextSchema>;

/** Gives each id the next index. */
class Indexes extends Map<string, number> {
  add(id: string): void {
    if (!this.has(id)) this.set(id, this.size);
  }
}

/** Encodes rows in the order of their ids, as few blocks as possible. */
export function encodeBlocks(rows: readonly LedgerFact[]): Block[] {
  const blocks: Block[] = [];
  for (let from = 0; from < rows.length; from += BLOCK_ROWS_MAX) {
    blocks.push(encodeBlock(rows.slice(from, from + BLOCK_ROWS_MAX)));
  }
  return blocks;
}

function encodeBlock(rows: readonly LedgerFact[]): Block {
  const [areas, clients] = [new Indexes(), new Indexes()];
  for (const { clientId, areaId, otherAreaId } of rows) {
    clients.add(clientId);
    areas.add(areaId);
    if (otherAreaId !== null) areas.add(otherAreaId);
  }
  const now = rows.at(-1)?.receivedAt ?? 0;
  const text: BlockText = [
    now,
    [...areas.keys()],
    [...clients.keys()],
    rows.map(({ id, receivedAt }) => id - receivedAt * IDS_PER_MS),
    rows.map((row) => toLog(row, { now, areas, clients })),
  ];
  return { firstId: rows[0]?.id ?? 0, lastId: rows.at(-1)?.id ?? 0, body: JSON.stringify(text) };
}

/** Throws if {@link encodeBlocks} cannot have written the text. */
export function decodeBlock(body: string): LedgerFact[] {
  const [now, areas, clients, numbers, rows] = z.parse(BlockTextSchema, JSON.parse(body));
  if (numbers.length !== rows.length) throw new Error(`A block of ${rows.length} rows with ${numbers.length} ids`);
  return rows.map((values, index) => {
    const row = fromLog(values, { now, areas, clients });
    return { id: row.receivedAt * IDS_PER_MS + (numbers[index] ?? 0), ...row };
  });
}
