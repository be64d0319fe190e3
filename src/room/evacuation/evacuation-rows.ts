import * as z from 'zod/mini';
import type { OccupancySet } from '../../reports/evacuation/timeline';
import { EVACUATIONS_LISTED_MAX, IDS_PER_MS } from '../../shared/limits';
import { type Timeline, TimelineSchema } from '../../shared/evacuation/schemas';
import { insertInto, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { EVACUATIONS } from '../../stored/tables';
import type { RoomSql } from '../ports';
import type { EvacuationState } from '../state';

/** An evacuation or drill with its timeline; null until the timeline does not change any more. */
export interface StoredEvacuation {
  readonly evacuation: EvacuationState;
  readonly timeline: Timeline | null;
}

const RowSchema = rowSchema(EVACUATIONS);
const AtStartSchema = z.array(z.object({ areaId: z.string(), areaName: z.string(), people: z.int() }));
const SetRowSchema = z.object({ areaId: z.string(), at: z.int(), rise: z.int() });

const COLUMNS = selectList(EVACUATIONS);
const PUT = insertInto('evacuations', EVACUATIONS, 'OR REPLACE ');

function read(row: unknown): StoredEvacuation {
  const { isDrill, atStart, timeline, ...evacuation } = z.parse(RowSchema, row);
  return {
    evacuation: { ...evacuation, isDrill: isDrill === 1, atStart: z.parse(AtStartSchema, JSON.parse(atStart)) },
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

  put({ isDrill, atStart, ...evacuation }: EvacuationState): void {
    const texts = { isDrill: isDrill ? 1 : 0, atStart: JSON.stringify(atStart), timeline: null };
    this.sql.exec(PUT, ...valuesOf(EVACUATIONS, { ...evacuation, ...texts }));
  }

  setTimeline(evacuationId: string, timeline: Timeline): void {
    this.sql.exec(
      'UPDATE evacuations SET timeline = ? WHERE evacuation_id = ?',
      JSON.stringify(timeline),
      evacuationId,
    );
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

  /** The resets and recounts from `from` to before `to`. */
  setsBetween(from: number, to: number): OccupancySet[] {
    return this.sql
      .exec(
        `SELECT area_id AS areaId, at, CAST(after AS INTEGER) - CAST(before AS INTEGER) AS rise FROM journal
         WHERE id >= ? AND at >= ? AND at < ? AND kind IN ('occupancy_reset', 'occupancy_recounted') ORDER BY id`,
        from * IDS_PER_MS,
        from,
        to,
      )
      .map((row) => z.parse(SetRowSchema, row));
  }
}
