import * as z from 'zod/mini';
import type { QueuedTap } from './outbox';

/** Taps as IndexedDB stores them. */

const PlainRowSchema = z.object({
  seq: z.int(),
  areaId: z.string(),
  change: z.int(),
  at: z.number(),
  undoes: z.optional(z.int()),
});

/**
 * A transfer has a shape of its own: a page of an earlier version would take it for people who leave, and ignores rows
 * that it cannot read.
 */
const TransferRowSchema = z.object({
  seq: z.int(),
  ends: z.array(z.string()).check(z.maxLength(2)),
  change: z.int(),
  at: z.number(),
  undoes: z.optional(z.int()),
});

export function tapRow({ areaId, to, ...tap }: QueuedTap): unknown {
  return to === undefined ? { ...tap, areaId } : { ...tap, ends: [areaId, to] };
}

/** Null for a row that cannot be read, perhaps of another version. */
export function readTapRow(row: unknown): QueuedTap | null {
  const plain = z.safeParse(PlainRowSchema, row);
  if (plain.success) return plain.data;
  const transfer = z.safeParse(TransferRowSchema, row);
  if (!transfer.success) return null;
  const {
    ends: [areaId, to],
    ...tap
  } = transfer.data;
  return areaId === undefined || to === undefined ? null : { ...tap, areaId, to };
}
