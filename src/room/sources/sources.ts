import { TokenBucket } from '../../concurrency/token-bucket';
import { LruMap } from '../../concurrency/lru-map';
import { SOURCES_MAX } from '../../shared/limits';
import type { ItemAnswer, Source, SourceAnswer, SourceCall } from '../../rpc/source-batch';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { type Actor, ok, refuse, type Result } from '../../rpc/contract';
import type { Draft } from '../counting/draft';
import type { FlushPipeline } from '../counting/flush-pipeline';
import { SCANS_BURST, SCANS_PER_SECOND, SOURCE_BURST } from '../limits';
import type { Clock } from '../ports';
import type { RoomState } from '../state';
import type { JournalEntry, RoomStore, SourceChange } from '../storage/room-store';
import { Doubts, type DoubtsDeps } from './doubts';
import type { Silences } from './silences';
import { SourceItems } from './source-items';
import { heardEveryMs, sourceName, type SourceState } from './source-rows';
import { NO_TOTALS } from './totals';

export interface SourcesDeps extends Pick<DoubtsDeps, 'commit'> {
  store: RoomStore;
  now: Clock;
  state(): RoomState;
  /** Batches that a source may send per minute. */
  batchesPerMinute: number;
  pipeline: Pick<FlushPipeline, 'commitSource'>;
  silences: Pick<Silences, 'heard'>;
}

/** Takes what machines count into the same ledger as taps (docs/product.md, M1 to M10). */
export class Sources {
  private readonly allowances = new LruMap<string, TokenBucket>(SOURCES_MAX);

  /** All scans of tickets share it. */
  private readonly scans: TokenBucket;
  readonly doubts: Doubts;

  constructor(private readonly deps: SourcesDeps) {
    this.scans = new TokenBucket(SCANS_BURST, SCANS_PER_SECOND, deps.now());
    this.doubts = new Doubts(deps);
  }

  /** Counts the items of a batch in their order, or a scan, and answers for each of them. */
  take(call: SourceCall, actor: Actor): Result<SourceAnswer> {
    const { source } = call;
    if ('items' in call)
      return this.commit(source, actor, this.allowanceOf(source.sourceId), (work) =>
        work.takeAll(call.items, call.sentAt),
      );
    const { key, isTakenBack } = call;
    return this.commit(source, actor, this.scans, (work) => [
      isTakenBack ? work.takeBack(key) : work.take({ key, in: 1 }, this.deps.now()),
    ]);
  }

  /**
   * All that the items change is one transaction: their people, the source's seq, its totals, and the keys of its items.
   * Nothing is written for totals that are as they were.
   */
  private commit(
    source: Source,
    actor: Actor,
    allowance: TokenBucket,
    takeItems: (work: SourceItems) => ItemAnswer[],
  ): Result<SourceAnswer> {
    const { store } = this.deps;
    const { sourceId } = source;
    const known = store.sources.of(sourceId);
    if (known === undefined && store.sources.size >= SOURCES_MAX)
      return refuse('limit_reached', message(serviceTexts, 'too_many_sources', SOURCES_MAX));
    const waitMs = allowance.take(1, this.deps.now());
    if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };

    let taken: { state: SourceState; answer: SourceAnswer; isStored: boolean } | undefined;
    const countItems = (draft: Draft): SourceChange | undefined => {
      const before = known ?? { nextSeq: 1, totals: NO_TOTALS, offsets: [], addedAt: draft.now, heardAt: 0 };
      const about = { ...known?.about, ...source };
      const { timeZone } = this.deps.state().event.dayRules[0];
      const work = new SourceItems({
        draft,
        about,
        before,
        rows: store.sources,
        areas: this.deps.state().areas,
        timeZone,
      });
      const answers = takeItems(work);
      const noticed = work.countsOnArrival ? { ...about, countsOnArrival: true } : about;
      const state = { ...before, ...work.state, about: noticed, heardAt: draft.now };
      const isAboutNew = known === undefined || !isSame(known.about, about);
      const isOldNews = draft.now - store.sources.heardAccordingToStorage(sourceId) >= heardEveryMs(about);
      const isStored = work.isChanged || isAboutNew || isOldNews;
      taken = { state, answer: { sourceId, nextSeq: state.nextSeq, items: answers }, isStored };
      if (!isStored) return undefined;
      const entries = [...(isAboutNew ? [aboutEntry(known, about, actor)] : []), ...work.entries(actor)];
      return { entries, write: () => store.sources.put(state, work.keys) };
    };
    const remember = () => {
      if (taken !== undefined) store.sources.remember(taken.state, taken.isStored);
    };
    const failure = this.deps.pipeline.commitSource(countItems, remember);
    if (failure !== null || taken === undefined) return { ok: false, code: failure ?? 'unavailable' };
    this.deps.silences.heard(taken.state.about);
    if (taken.isStored) this.doubts.changed();
    return ok(taken.answer);
  }

  private allowanceOf(sourceId: string): TokenBucket {
    const known = this.allowances.get(sourceId);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(SOURCE_BURST, this.deps.batchesPerMinute / 60, this.deps.now());
    this.allowances.set(sourceId, bucket);
    return bucket;
  }
}

function isSame(a: Source, b: Source): boolean {
  const entries = Object.entries(b);
  const other = new Map<string, unknown>(Object.entries(a));
  return entries.length === other.size && entries.every(([name, value]) => other.get(name) === value);
}

const aboutEntry = (known: SourceState | undefined, about: Source, actor: Actor): JournalEntry => ({
  actor,
  kind: known === undefined ? 'source_added' : 'source_changed',
  ...(about.areaId !== undefined && { areaId: about.areaId }),
  ...(known !== undefined && { before: sourceName(known.about) }),
  after: sourceName(about),
});
