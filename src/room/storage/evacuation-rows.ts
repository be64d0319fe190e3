import * as z from 'zod/mini';
import type { OccupancySet } from '../../reports/evacuation/timeline';
import { EVACUATIONS_LISTED_MAX } from '../../shared/evacuation/limits';
import { IDS_PER_MS } from '../../shared/reports/limits';
import { EndedOrderSchema, type Timeline, TimelineSchema } from '../../shared/evacuation/schemas';
import { fieldsOf, insertInto, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { EVACUATIONS } from '../../stored/tables';
import type { RoomSql } from '../ports';
import { AtStartSchema, type EvacuationState } from '../state/room-state';

/** An evacuation or drill with its timeline; null until the timeline does not change any more. */
export interface StoredEvacuation {
  readonly evacuation: EvacuationState;
  readonly timeline: Timeline | null;
}

const RowSchema = rowSchema(EVACUATIONS);
const SetRowSchema = z.object({ areaId: z.string(), at: z.int(), to: z.int() });
const AddedRowSchema = z.object({ areaId: z.string(), areaName: z.string() });

const COLUMNS = selectList(EVACUATIONS);
const EndedOrdersSchema = z.array(EndedOrderSchema);
/** A timeline that is stored stays, whatever changes afterwards. */
const PUT = `${insertInto('evacuations', EVACUATIONS)} ON CONFLICT (evacuation_id) DO UPDATE SET ${fieldsOf(EVACUATIONS)
  .filter((field) => field !== 'evacuationId' && field !== 'timeline')
  .map((field) => `${EVACUATIONS[field].sql} = excluded.${EVACUATIONS[field].sql}`)
  .join(', ')}`;

function read(row: unknown): StoredEvacuation {
  const { isDrill, atStart, timeline, endedOrders, isMistake, asksStaff, ...evacuation } = z.parse(RowSchema, row);
  return {
    evacuation: {
      ...evacuation,
      isDrill: isDrill === 1,
      atStart: z.parse(AtStartSchema, JSON.parse(atStart)),
      endedOrders: endedOrders === null ? [] : z.parse(EndedOrdersSchema, JSON.parse(endedOrders)),
      isMistake: isMistake === 1,
      asksStaff: asksStaff === 1,
    },
    timeline: timeline === null ? null : z.parse(TimelineSchema, JSON.parse(timeline)),
  };
}

/** All SQL on a room's evacuations and drills. Times are epoch ms. */
export class EvacuationRows {
  constructor(private readonly sql: RoomSql) {}

  get newest(): EvacuationState | undefined {
    return this.list(Number.MAX_SAFE_INTEGER)[0]?.evacuation;
  }

  /** Returns the evacuations and drills that began before `before`, newest first, at most EVACUATIONS_LISTED_MAX. */
  list(before: number): StoredEvacuation[] {
    return this.sql
      .exec(
        `SELECT ${COLUMNS} FROM evacuations WHERE started_at < ? ORDER BY started_at DESC, evacuation_id DESC LIMIT ?`,
        before,
        EVACUATIONS_LISTED_MAX,
      )
      .map(read);
  }

  put({ isDrill, atStart, endedOrders, isMistake, asksStaff, ...evacuation }: EvacuationState): void {
    const stored = {
      isDrill: isDrill ? 1 : 0,
      atStart: JSON.stringify(atStart),
      timeline: null,
      endedOrders: endedOrders.length === 0 ? null : JSON.stringify(endedOrders),
      isMistake: isMistake ? 1 : null,
      asksStaff: asksStaff ? 1 : null,
    };
    this.sql.exec(PUT, ...valuesOf(EVACUATIONS, { ...evacuation, ...stored }));
  }

  setTimeline(evacuationId: string, timeline: Timeline): void {
    this.sql.exec(
      'UPDATE evacuations SET timeline = ? WHERE evacuation_id = ?',
      JSON.stringify(timeline),
      evacuationId,
    );
  }

  /** The stored timeline; null while it is made again for each reader. */
  timelineOf(evacuationId: string): Timeline | null {
    const [row] = this.sql.exec(`SELECT ${COLUMNS} FROM evacuations WHERE evacuation_id = ?`, evacuationId);
    return row === undefined ? null : read(row).timeline;
  }

  /** Those that ended before `before` and have no timeline yet. */
  unfinished(before: number): StoredEvacuation[] {
    return this.sql
      .exec(`SELECT ${COLUMNS} FROM evacuations WHERE ended_at < ? AND timeline IS NULL`, before)
      .map(read);
  }

  /** Deletes those that ended before `before`. */
  expire(before: number): void {
    this.sql.exec('DELETE FROM evacuations WHERE ended_at < ?', before);
  }

  /** When the first one ended of those that are stored; undefined if none has ended. */
  get firstEnd(): number | undefined {
    const [row] = this.sql.exec('SELECT min(ended_at) AS at FROM evacuations');
    return z.parse(z.object({ at: z.nullable(z.int()) }), row).at ?? undefined;
  }

  /** The resets and recounts that somebody made from `from` to before `to`: not those of drills that became real. */
  setsBetween(from: number, to: number): OccupancySet[] {
    return this.sql
      .exec(
        `SELECT area_id AS areaId, at, CAST(after AS INTEGER) AS "to" FROM journal WHERE id >= ? AND at >= ? AND at < ?
           AND kind IN ('occupancy_reset', 'occupancy_recounted')
           AND at NOT IN (SELECT at FROM journal WHERE kind = 'drill_made_real' AND id >= ?) ORDER BY id`,
        from * IDS_PER_MS,
        from,
        to,
        from * IDS_PER_MS,
      )
      .map((row) => z.parse(SetRowSchema, row));
  }

  /** The areas that were added from `from` to `to`, each once. */
  areasAddedBetween(from: number, to: number): { areaId: string; areaName: string }[] {
    return this.sql
      .exec(
        `SELECT area_id AS areaId, json_extract(max(after), '$') AS areaName FROM journal
         WHERE id >= ? AND at >= ? AND at <= ? AND kind = 'area_added' GROUP BY area_id ORDER BY min(id)`,
        from * IDS_PER_MS,
        from,
        to,
      )
      .map((row) => z.parse(AddedRowSchema, row));
  }

  /** Whether the newest one that had begun by `at` is a drill that became an evacuation. */
  becameReal(at: number): boolean {
    const [row] = this.sql.exec(
      `SELECT became_real_at IS NOT NULL AS became FROM evacuations WHERE started_at <= ?
       ORDER BY started_at DESC, evacuation_id DESC LIMIT 1`,
      at,
    );
    return row !== undefined && z.parse(z.object({ became: z.int() }), row).became === 1;
  }

  /** How many drills, or evacuations and drills, began after `after`. */
  countSince(after: number, { drillsAlone }: { drillsAlone: boolean }): number {
    const [row] = this.sql.exec(
      'SELECT count(*) AS n FROM evacuations WHERE started_at > ? AND (is_drill = 1 OR NOT ?)',
      after,
      drillsAlone ? 1 : 0,
    );
    return z.parse(z.object({ n: z.int() }), row).n;
  }

  /** For how many ms of the time after `after` drills were free of locks. */
  unlockedSince(after: number): number {
    const [row] = this.sql.exec(
      `SELECT coalesce(sum(max(0, min(coalesce(ended_at, unlocked_until), unlocked_until) - max(started_at, ?1))), 0) AS ms
       FROM evacuations WHERE is_drill = 1 AND unlocked_until > ?1`,
      after,
    );
    return z.parse(z.object({ ms: z.int() }), row).ms;
  }
}
