import * as z from 'zod/mini';
import { only, type Row } from '../../stored/columns';
import { fromLog, LogRowSchema, toLog } from '../../stored/ledger';
import { AREAS } from '../../stored/tables';
import { type Floors, FloorsTextSchema, fromFloorsText, toFloorsText, writeFloors } from '../../stored/floors';
import { fromTallyText, type Tally, TallyTextSchema, toTallyText, writeTally } from '../../stored/tally';
import type { ActiveDay } from '../state/active-day';
import type { AreaState, ClientState, RoomState } from '../state/room-state';
import type { LedgerRow } from '../../stored/ledger';
import { PrincipalSchema } from './row-schemas';

/** The columns of an area that taps change. */
export const AREA_COUNTS = only(
  AREAS,
  'occupancy',
  'ins',
  'outs',
  'floored',
  'adjustments',
  'lastUpdatedAt',
  'version',
  'categories',
  'floors',
);
/** Like the area in memory, it has its counts by category and its floored exits parsed. */
export interface AreaCounts extends Readonly<Omit<Row<typeof AREA_COUNTS>, 'categories' | 'floors'>> {
  readonly areaId: string;
  readonly tally: Tally | null;
  readonly floors: Floors | null;
}

/** The columns of an area whose values are JSON. */
export const areaTexts = ({ tally, floors }: Pick<AreaCounts, 'tally' | 'floors'>) => ({
  categories: writeTally(tally),
  floors: writeFloors(floors),
});

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

/** What a flush has counted, as it is stored and remembered. */
export interface Counted {
  /** When the flush happened, epoch ms. */
  readonly now: number;
  readonly version: number;
  readonly areas: ReadonlyMap<string, AreaState>;
  readonly clients: ReadonlyMap<string, ClientState>;
  readonly rows: readonly LedgerRow[];
  /** How many taps it has counted or refused. */
  readonly taken: number;
  /** The days that became active or billable. */
  readonly days: ReadonlyMap<string, ActiveDay>;
  /** When the earliest tap occurred that was counted or undone on an area of the event; epoch ms. */
  readonly earliest: number;
  /** The state after it. */
  appliedTo(state: RoomState): RoomState;
}

const Int = z.int();
/**
 * The text of a flush is short, because acks wait until it is on disk: it has no keys, rows refer to areas and clients
 * by index, and times are ms before `now`.
 */
const FlushTextSchema = z.tuple([
  Int,
  Int,
  z.array(
    z.tuple([
      z.string(),
      Int,
      Int,
      Int,
      Int,
      Int,
      z.optional(z.nullable(TallyTextSchema)),
      z.optional(FloorsTextSchema),
    ]),
  ),
  z.array(z.tuple([z.string(), PrincipalSchema, Int, Int])),
  z.array(LogRowSchema),
]);
type FlushText = z.infer<typeof FlushTextSchema>;

export function encodeFlush({ now, version, areas, clients, rows }: Flush): string {
  const context = {
    now,
    areas: new Map(areas.map(({ areaId }, index) => [areaId, index])),
    clients: new Map(clients.map(({ clientId }, index) => [clientId, index])),
  };
  const text: FlushText = [
    now,
    version,
    areas.map(({ areaId, occupancy, ins, outs, floored, adjustments, tally, floors }) => {
      const tallyText = tally && toTallyText(tally);
      if (floors !== null) return [areaId, occupancy, ins, outs, floored, adjustments, tallyText, toFloorsText(floors)];
      return tallyText === null
        ? [areaId, occupancy, ins, outs, floored, adjustments]
        : [areaId, occupancy, ins, outs, floored, adjustments, tallyText];
    }),
    clients.map((client) => [client.clientId, client.principal, client.lastSeq, client.version]),
    rows.map((row) => toLog(row, context)),
  ];
  return JSON.stringify(text);
}

/** Throws if encodeFlush cannot have written the text. */
export function decodeFlush(text: string): Flush {
  const [now, version, areas, clients, rows] = z.parse(FlushTextSchema, JSON.parse(text));
  const context = { now, areas: areas.map(([areaId]) => areaId), clients: clients.map(([clientId]) => clientId) };
  return {
    now,
    version,
    areas: areas.map(([areaId, occupancy, ins, outs, floored, adjustments, tally = null, floors = null]) => ({
      areaId,
      occupancy,
      ins,
      outs,
      floored,
      adjustments,
      lastUpdatedAt: now,
      version,
      tally: tally && fromTallyText(tally),
      floors: floors && fromFloorsText(floors),
    })),
    clients: clients.map(([clientId, principal, lastSeq, seen]) => ({ clientId, principal, lastSeq, version: seen })),
    rows: rows.map((row) => fromLog(row, context)),
  };
}
