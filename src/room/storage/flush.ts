import * as z from 'zod/mini';
import type { AreaState, ClientState, LedgerRow } from '../state';
import { PrincipalSchema } from './row-schemas';

/** The fields of an area that taps change. */
export type AreaCounts = Pick<
  AreaState,
  'areaId' | 'occupancy' | 'ins' | 'outs' | 'floored' | 'adjustments' | 'lastUpdatedAt' | 'version'
>;

/** What one flush changes: the areas and clients as they are after the flush, and its ledger rows. */
export interface Flush {
  /** When the flush happened, epoch ms. */
  now: number;
  /** The room's version after the flush. */
  version: number;
  areas: readonly AreaCounts[];
  clients: readonly ClientState[];
  /** The rows refer only to areas and clients of this flush. */
  rows: readonly LedgerRow[];
}

const Int = z.int();
const MaybeInt = z.optional(z.nullable(Int));
/**
 * The text of a flush is short, because acks wait until it is on disk: it has no keys, rows refer to areas and clients
 * by index, and times are ms before `now`. A row's last three fields are present only if they are needed; a log that an
 * earlier release wrote has none of them.
 */
const FlushTextSchema = z.tuple([
  Int,
  Int,
  z.array(z.tuple([z.string(), Int, Int, Int, Int, Int])),
  z.array(z.tuple([z.string(), PrincipalSchema, Int, Int])),
  z.array(
    z.tuple([
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      z.nullable(Int),
      Int,
      Int,
      Int,
      MaybeInt,
      z.optional(z.nullable(z.string())),
      MaybeInt,
    ]),
  ),
]);
type FlushText = z.infer<typeof FlushTextSchema>;

export function encodeFlush({ now, version, areas, clients, rows }: Flush): string {
  const areaAt = new Map(areas.map(({ areaId }, index) => [areaId, index]));
  const clientAt = new Map(clients.map(({ clientId }, index) => [clientId, index]));
  const text: FlushText = [
    now,
    version,
    areas.map((area) => [area.areaId, area.occupancy, area.ins, area.outs, area.floored, area.adjustments]),
    clients.map((client) => [client.clientId, client.principal, client.lastSeq, client.version]),
    rows.map((row) => {
      const fields: FlushText[4][number] = [
        clientAt.get(row.clientId) ?? -1,
        areaAt.get(row.areaId) ?? -1,
        row.firstSeq,
        row.lastSeq,
        row.change,
        row.ins,
        row.outs,
        row.floored,
        row.adjusted,
        row.undoes,
        now - row.occurredAt,
        now - row.receivedAt,
        row.occupancy,
      ];
      const other = row.otherAreaId === null ? null : (areaAt.get(row.otherAreaId) ?? -1);
      const undone = row.undoneAt === null ? null : now - row.undoneAt;
      if (undone !== null) fields.push(other, row.gaps, undone);
      else if (row.gaps !== null) fields.push(other, row.gaps);
      else if (other !== null) fields.push(other);
      return fields;
    }),
  ];
  return JSON.stringify(text);
}

/** Throws if encodeFlush cannot have written the text. */
export function decodeFlush(text: string): Flush {
  const [now, version, areas, clients, rows] = z.parse(FlushTextSchema, JSON.parse(text));
  return {
    now,
    version,
    areas: areas.map(([areaId, occupancy, ins, outs, floored, adjustments]) => ({
      areaId,
      occupancy,
      ins,
      outs,
      floored,
      adjustments,
      lastUpdatedAt: now,
      version,
    })),
    clients: clients.map(([clientId, principal, lastSeq, seen]) => ({ clientId, principal, lastSeq, version: seen })),
    rows: rows.map(
      ([
        client,
        area,
        firstSeq,
        lastSeq,
        change,
        ins,
        outs,
        floored,
        adjusted,
        undoes,
        occurred,
        received,
        occupancy,
        other = null,
        gaps = null,
        undone = null,
      ]) => ({
        clientId: found(clients[client])[0],
        areaId: found(areas[area])[0],
        otherAreaId: other === null ? null : found(areas[other])[0],
        firstSeq,
        lastSeq,
        change,
        ins,
        outs,
        floored,
        adjusted,
        undoes,
        undoneAt: undone === null ? null : now - undone,
        occurredAt: now - occurred,
        gaps,
        receivedAt: now - received,
        occupancy,
      }),
    ),
  };
}

function found<T>(entry: T | undefined): T {
  if (entry === undefined) throw new Error('The log names an area or client that it does not hold');
  return entry;
}
