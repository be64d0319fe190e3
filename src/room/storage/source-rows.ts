import * as z from 'zod/mini';
import { type Source, type StoredSource, StoredSourceSchema } from '../../rpc/source-batch';
import type { SourcePrincipal } from '../../rpc/identity';
import { countsNobody, type MachineTrouble } from '../../shared/machines/trouble';
import { cleanedNames } from '../../rpc/source-names';
import { SOURCE_HEARD_EVERY_MS } from './limits';
import { insertInto, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { SOURCES } from '../../stored/tables';
import type { JoinedClient } from './device-rows';
import type { RoomSql } from '../ports';
import type { Reading } from '../source-state/readings';
import { clockOffsetOf, isClockWrong } from '../source-state/source-clock';
import { type Refusal, RefusalSchema } from '../source-state/refusals';
import { type Doubt, doubtsOf, type TotalsState } from '../source-state/totals-state';
import { silentAfterMs, troubleOf, type WatchedSource } from '../source-state/trouble-of';
import { type UsedNumbersState, UsedNumbersSchema } from '../source-state/used-numbers';
import { type Ownership, SenderSchema, TriedSchema } from '../source-state/source-owner';

/** A source as the room knows it. Times are epoch ms. */
export interface SourceState extends Ownership {
  readonly about: StoredSource;
  /** The number of its next numbered delta. */
  readonly nextSeq: number;
  /** What its numbers below `nextSeq` were used for. */
  readonly numbers?: UsedNumbersState | undefined;
  readonly totals: TotalsState;
  /** How far its clock was behind at its last calls, in ms (source-clock.ts). */
  readonly offsets: readonly number[];
  readonly addedAt: number;
  readonly heardAt: number;
  /** Undefined if something of its last call was taken. */
  readonly refused?: Refusal | undefined;
}

const Int = z.int();
const PeopleSchema = z.object({ ins: Int, outs: Int });
const DoubtSchema = z.extend(PeopleSchema, { areaId: z.string(), at: Int, noticedAt: Int });
/** Time, entries, exits, and 1 for a restart or 2 for totals that nothing explains. */
const ReadingSchema = z.tuple([Int, Int, Int], Int);
/** What the column `state` has as JSON. */
export const StateSchema = z.object({
  nextSeq: Int,
  numbers: z.optional(UsedNumbersSchema),
  readings: z.array(ReadingSchema),
  lower: z.optional(z.object({ readings: z.array(ReadingSchema), doubt: DoubtSchema, mayBeRestart: z.boolean() })),
  owed: PeopleSchema,
  doubts: z.array(DoubtSchema),
  arrivedAt: z.optional(Int),
  slow: z.optional(z.object({ at: Int, arrivedAt: Int })),
  offsets: z.array(Int),
  refused: z.optional(RefusalSchema),
  owner: SenderSchema,
  tried: z.optional(TriedSchema),
});
const DigestRowSchema = z.object({ digest: z.string() });
const RowSchema = rowSchema(SOURCES);
const COLUMNS = selectList(SOURCES);
const PUT = insertInto('sources', SOURCES, 'OR REPLACE ');
const PUT_KEY = 'INSERT INTO source_keys (source_id, key, counted_at, digest) VALUES (?, ?, ?, ?)';

/** The id under which scans of tickets keep their keys, whichever source tells them. No source can have it. */
export const SCAN_KEYS = 'scans:';

/** The key of an item that was counted. */
export interface UsedKey {
  /** The id of its source, or SCAN_KEYS. */
  readonly owner: string;
  readonly key: string;
  /** What the item said (item-digest.ts). */
  readonly digest: string;
}

/** The client id and principal of a source. */
export const sourceClientOf = (sourceId: string): SourcePrincipal => `source:${sourceId}`;

/** How often the room stores when it last heard this source, at least (SOURCE_HEARD_EVERY_MS). */
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
  put({ about, totals, addedAt, heardAt, ...known }: SourceState, keys: Iterable<UsedKey>): void {
    const { readings, lower, ...rest } = totals;
    const state = JSON.stringify({
      ...known,
      ...rest,
      readings: readings.map(writeReading),
      ...(lower && { lower: { ...lower, readings: lower.readings.map(writeReading) } }),
    });
    const { sourceId } = about;
    this.sql.exec(PUT, ...valuesOf(SOURCES, { sourceId, about: JSON.stringify(about), state, addedAt, heardAt }));
    for (const { owner, key, digest } of keys) this.sql.exec(PUT_KEY, owner, key, heardAt, digest);
  }

  /** Called when what the room knows of a source has changed: with `isStored`, after its row was committed. */
  remember(source: SourceState, isStored: boolean): void {
    this.note(source, isStored);
    this.asleep.delete(source.about.sourceId);
  }

  /** Does what {@link remember} does for a change that the source itself did not cause: it was not heard. */
  note(source: SourceState, isStored: boolean): void {
    this.sources.set(source.about.sourceId, source);
    if (isStored) this.storedHeardAt.set(source.about.sourceId, source.heardAt);
  }

  all(): SourceState[] {
    return [...this.sources.values()];
  }

  /** Deletes a source's row, within the caller's transaction. Its items' keys stay: what is sent again counts once. */
  delete(sourceId: string): void {
    this.sql.exec('DELETE FROM sources WHERE source_id = ?', sourceId);
  }

  /** Called when the source's row was deleted. */
  forget(sourceId: string): void {
    this.sources.delete(sourceId);
    this.storedHeardAt.delete(sourceId);
    this.asleep.delete(sourceId);
  }

  /** What the item with this key said; undefined if none has counted. */
  digestOf(owner: string, key: string): string | undefined {
    const [row] = this.sql.exec('SELECT digest FROM source_keys WHERE source_id = ? AND key = ?', owner, key);
    return row === undefined ? undefined : z.parse(DigestRowSchema, row).digest;
  }

  /** The sources as clients, as they are at `now`: those that were heard since `since` (both epoch ms), or all. */
  clients(since: number, now: number): JoinedClient[] {
    return [...this.sources.values()]
      .filter(({ heardAt }) => heardAt >= since)
      .map((source) => clientOf(source, troubleOf(watchedOf(source), now)));
  }

  /** The source behind a client id; undefined if it is a device's. */
  client(clientId: string): JoinedClient | undefined {
    const [, sourceId] = /^source:(.+)$/.exec(clientId) ?? [];
    const source = sourceId === undefined ? undefined : this.sources.get(sourceId);
    return source && clientOf(source, null);
  }

  /** The clients of sources that count: those that are neither silent nor refused. */
  counting(now: number): SourcePrincipal[] {
    return this.watched(now)
      .filter((source) => isCounting(troubleOf(source, now)))
      .map(({ about }) => sourceClientOf(about.sourceId));
  }

  /** The sources, each with when the room can have heard it last, at most `now` (epoch ms). */
  watched(now: number): WatchedSource[] {
    return [...this.sources.values()].map((source) => {
      const { about, heardAt } = source;
      const latest = this.asleep.has(about.sourceId) ? Math.min(now, heardAt + heardEveryMs(about)) : heardAt;
      return { ...watchedOf(source), heardAt: latest };
    });
  }

  /** Deletes sources that were not heard since `before`, and keys of items that were counted before `keysBefore`. */
  prune(before: number, keysBefore: number): void {
    for (const [sourceId, { heardAt }] of this.sources) {
      if (heardAt >= before) continue;
      this.delete(sourceId);
      this.forget(sourceId);
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
  const { readings, lower, owed, doubts, arrivedAt, slow, ...known } = z.parse(StateSchema, JSON.parse(state));
  return {
    ...known,
    about: cleanedNames(z.parse(StoredSourceSchema, JSON.parse(about))),
    totals: {
      owed,
      doubts,
      arrivedAt,
      slow,
      readings: readings.map(readReading),
      ...(lower && { lower: { ...lower, readings: lower.readings.map(readReading) } }),
    },
    addedAt,
    heardAt,
  };
}

/** The source's own name, or its door's; its id if it has neither. */
export const sourceName = ({ sourceName: name, door, sourceId }: Source): string => name ?? door ?? sourceId;

const isCounting = (trouble: MachineTrouble | null): boolean => trouble === null || !countsNobody(trouble);

/** What is watched of a source: how wrong its clock is only if it is, and how many people may be missing. */
export const watchedOf = ({ about, heardAt, refused, offsets, totals }: SourceState): WatchedSource => ({
  about,
  heardAt,
  refused,
  clockOffsetMs: isClockWrong(offsets) ? (clockOffsetOf(offsets) ?? undefined) : undefined,
  doubt: doubtsOf(totals).reduce((people, { ins }) => people + ins, 0),
});

/** @param trouble what is wrong with it; that it is silent shows in when it was last heard */
function clientOf(
  { about, offsets, addedAt, heardAt, refused }: SourceState,
  trouble: MachineTrouble | null,
): JoinedClient {
  const client = sourceClientOf(about.sourceId);
  const direction = about.direction ?? 'both';
  return {
    clientId: client,
    deviceId: client,
    name: sourceName(about),
    direction,
    principal: client,
    joinedAt: addedAt,
    leftAt: trouble?.kind === 'refused' ? (refused?.since ?? heardAt) : heardAt,
    areaId: about.areaId ?? null,
    clockOffsetMs: clockOffsetOf(offsets),
    source: {
      kind: about.kind ?? 'other',
      door: about.door ?? null,
      direction,
      ...(about.countsOnArrival && { countsOnArrival: true }),
      ...(trouble !== null && trouble.kind !== 'silent' && { trouble }),
    },
  };
}
