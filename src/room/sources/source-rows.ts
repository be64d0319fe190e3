import * as z from 'zod/mini';
import { MINUTE_MS, SOURCE_SILENT_MINUTES } from '../../shared/limits';
import { type Source, type StoredSource, StoredSourceSchema } from '../../rpc/source-batch';
import type { SourcePrincipal } from '../../rpc/contract';
import { SOURCE_HEARD_EVERY_MS } from '../limits';
import { insertInto, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { SOURCES } from '../../stored/tables';
import type { JoinedClient } from '../live/device-rows';
import type { RoomSql } from '../ports';
import type { Reading } from './readings';
import { clockOffsetOf } from './source-clock';
import { type Doubt, doubtsOf, type TotalsState } from './totals';

/** A source as the room knows it. Times are epoch ms. */
export interface SourceState {
  readonly about: StoredSource;
  /** The number of its next numbered delta. */
  readonly nextSeq: number;
  readonly totals: TotalsState;
  /** How far its clock was behind at its last calls, in ms (source-clock.ts). */
  readonly offsets: readonly number[];
  readonly addedAt: number;
  readonly heardAt: number;
}

const Int = z.int();
const PeopleSchema = z.object({ ins: Int, outs: Int });
const DoubtSchema = z.extend(PeopleSchema, { areaId: z.string(), at: Int, noticedAt: Int });
/** Time, entries, exits, and 1 for a restart or 2 for totals that nothing explains. */
const ReadingSchema = z.tuple([Int, Int, Int], Int);
/** Rows of earlier releases have only the first two fields. */
const StateSchema = z.object({
  nextSeq: Int,
  readings: z.array(ReadingSchema),
  lower: z.optional(z.object({ readings: z.array(ReadingSchema), doubt: DoubtSchema, mayBeRestart: z.boolean() })),
  owed: z._default(PeopleSchema, { ins: 0, outs: 0 }),
  doubts: z._default(z.array(DoubtSchema), []),
  arrivedAt: z.optional(Int),
  slow: z.optional(z.object({ at: Int, arrivedAt: Int })),
  offsets: z._default(z.array(Int), []),
});
const RowSchema = rowSchema(SOURCES);
const COLUMNS = selectList(SOURCES);
const PUT = insertInto('sources', SOURCES, 'OR REPLACE ');

/** The client id and principal of a source. */
export const sourceClientOf = (sourceId: string): SourcePrincipal => `source:${sourceId}`;

/** A source counts as silent when it was not heard for this long. */
export const silentAfterMs = ({ silentAfterMinutes = SOURCE_SILENT_MINUTES }: Source): number =>
  silentAfterMinutes * MINUTE_MS;

/** That a source was heard is stored at least this often, so that a room that has slept does not take it for silent. */
export const heardEveryMs = (about: Source): number => Math.min(SOURCE_HEARD_EVERY_MS, silentAfterMs(about) / 3);

/** The sources of a room in memory and storage, and all SQL on them. */
export class SourceRows {
  private readonly sources: Map<string, SourceState>;
  /** By source id: when the room heard of it, as storage knows. */
  private readonly storedHeardAt: Map<string, number>;
  /** Sources that were not heard since the room woke. They can have been heard later than storage knows. */
  private readonly asleep: Set<string>;

  constructor(private readonly sql: RoomSql) {
    const known = sql.exec(`SELECT ${COLUMNS} FROM sources`).map((row) => readSource(z.parse(RowSchema, row)));
    this.sources = new Map(known.map((source) => [source.about.sourceId, source]));
    this.storedHeardAt = new Map(known.map(({ about, heardAt }) => [about.sourceId, heardAt]));
    this.asleep = new Set(this.sources.keys());
  }

  get size(): number {
    return this.sources.size;
  }

  of(sourceId: string): SourceState | undefined {
    return this.sources.get(sourceId);
  }

  /** What may be missing by the sources' totals. */
  get doubts(): Doubt[] {
    return [...this.sources.values()].flatMap(({ totals }) => doubtsOf(totals));
  }

  /** When storage says that the source was last heard; 0 for an unknown one. */
  heardAccordingToStorage(sourceId: string): number {
    return this.storedHeardAt.get(sourceId) ?? 0;
  }

  /** Writes a source and keys of its items that were counted, within the caller's transaction. */
  put({ about, nextSeq, totals, offsets, addedAt, heardAt }: SourceState, keys: Iterable<string>): void {
    const { readings, lower, ...rest } = totals;
    const state = JSON.stringify({
      ...rest,
      nextSeq,
      readings: readings.map(writeReading),
      ...(lower && { lower: { ...lower, readings: lower.readings.map(writeReading) } }),
      offsets,
    });
    const { sourceId } = about;
    this.sql.exec(PUT, ...valuesOf(SOURCES, { sourceId, about: JSON.stringify(about), state, addedAt, heardAt }));
    for (const key of keys)
      this.sql.exec('INSERT INTO source_keys (source_id, key, counted_at) VALUES (?, ?, ?)', sourceId, key, heardAt);
  }

  /** Called when what the room knows of a source has changed: with `isStored`, after its row was committed. */
  remember(source: SourceState, isStored: boolean): void {
    this.sources.set(source.about.sourceId, source);
    this.asleep.delete(source.about.sourceId);
    if (isStored) this.storedHeardAt.set(source.about.sourceId, source.heardAt);
  }

  hasKey(sourceId: string, key: string): boolean {
    return this.sql.exec('SELECT 1 FROM source_keys WHERE source_id = ? AND key = ?', sourceId, key).length > 0;
  }

  /** The sources as clients: those that were heard since `since` (epoch ms), or all. */
  clients(since: number): JoinedClient[] {
    return [...this.sources.values()].filter(({ heardAt }) => heardAt >= since).map(clientOf);
  }

  /** The source behind a client id; undefined if it is a device's. */
  client(clientId: string): JoinedClient | undefined {
    const [, sourceId] = /^source:(.+)$/.exec(clientId) ?? [];
    const source = sourceId === undefined ? undefined : this.sources.get(sourceId);
    return source && clientOf(source);
  }

  /** The clients of sources that are not silent. */
  heard(now: number): SourcePrincipal[] {
    return this.lastHeard(now)
      .filter(({ about, heardAt }) => now - heardAt < silentAfterMs(about))
      .map(({ about }) => sourceClientOf(about.sourceId));
  }

  /** When the room can have heard each source last, at most `now` (epoch ms, like the results). */
  lastHeard(now: number): Pick<SourceState, 'about' | 'heardAt'>[] {
    return [...this.sources.values()].map(({ about, heardAt }) => {
      const latest = this.asleep.has(about.sourceId) ? Math.min(now, heardAt + heardEveryMs(about)) : heardAt;
      return { about, heardAt: latest };
    });
  }

  /** Deletes sources that were not heard since `before`, and keys of items that were counted before `keysBefore`. */
  prune(before: number, keysBefore: number): void {
    for (const [sourceId, { heardAt }] of this.sources) {
      if (heardAt >= before) continue;
      this.sql.exec('DELETE FROM sources WHERE source_id = ?', sourceId);
      this.sources.delete(sourceId);
      this.storedHeardAt.delete(sourceId);
    }
    this.sql.exec('DELETE FROM source_keys WHERE counted_at < ?', keysBefore);
  }
}

const BEGINS = [undefined, 'restart', 'unexplained'] as const;
const writeReading = ({ at, ins, outs, begins }: Reading): z.infer<typeof ReadingSchema> =>
  begins === undefined ? [at, ins, outs] : [at, ins, outs, BEGINS.indexOf(begins)];
const readReading = ([at, ins, outs, begins = 0]: z.infer<typeof ReadingSchema>): Reading => ({
  at,
  ins,
  outs,
  begins: BEGINS[begins],
});

function readSource({ about, state, addedAt, heardAt }: z.infer<typeof RowSchema>): SourceState {
  const { nextSeq, readings, lower, offsets, ...rest } = z.parse(StateSchema, JSON.parse(state));
  return {
    about: z.parse(StoredSourceSchema, JSON.parse(about)),
    nextSeq,
    totals: {
      ...rest,
      readings: readings.map(readReading),
      ...(lower && { lower: { ...lower, readings: lower.readings.map(readReading) } }),
    },
    offsets,
    addedAt,
    heardAt,
  };
}

/** The source's own name, or its door's; its id if it has neither. */
export const sourceName = ({ sourceName: name, door, sourceId }: Source): string => name ?? door ?? sourceId;

function clientOf({ about, offsets, addedAt, heardAt }: SourceState): JoinedClient {
  const client = sourceClientOf(about.sourceId);
  const direction = about.direction ?? 'both';
  return {
    clientId: client,
    deviceId: client,
    name: sourceName(about),
    direction,
    principal: client,
    joinedAt: addedAt,
    leftAt: heardAt,
    areaId: about.areaId ?? null,
    clockOffsetMs: clockOffsetOf(offsets),
    source: {
      kind: about.kind ?? 'other',
      door: about.door ?? null,
      direction,
      ...(about.countsOnArrival && { countsOnArrival: true }),
    },
  };
}
