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
import type { BusinessDay } from '../../shared/rules/business-day';
import type { Allowances } from '../sockets/allowances';
import type { RoomStore, SourceChange } from '../storage/room-store';
import { mostRowsOf } from './batch-rows';
import type { MachineAlerts } from './machine-alerts';
import { isRefusalNews, refusalAfter } from './refusals';
import { SourceItems } from './source-items';
import { hourOf, type News, SourceNews } from './source-news';
import { heardEveryMs, sourceName, type SourceState } from './source-rows';

export interface SourcesDeps {
  store: RoomStore;
  now: Clock;
  state(): RoomState;
  /** Batches that a source may send per minute. */
  batchesPerMinute: number;
  connections: { allowances: Pick<Allowances, 'waitForRows' | 'takeRows'> };
  businessDayOf(at: number): BusinessDay;
  pipeline: Pick<FlushPipeline, 'commitSource'>;
  machineAlerts: Pick<MachineAlerts, 'heard'>;
}

/** Takes what machines count into the same ledger as taps (docs/product.md, M1 to M10). */
export class Sources {
  private readonly allowances = new LruMap<string, TokenBucket>(SOURCES_MAX);

  /** All scans of tickets share it. */
  private readonly scans: TokenBucket;

  constructor(private readonly deps: SourcesDeps) {
    this.scans = new TokenBucket(SCANS_BURST, SCANS_PER_SECOND, deps.now());
  }

  /**
   * Counts the items of a batch in their order, or a scan, and answers for each of them.
   * @param sender whose allowance of rows they use up: the session of a key, or a user
   */
  take(call: SourceCall, actor: Actor, sender: string = actor): Result<SourceAnswer> {
    const { source } = call;
    if ('items' in call)
      return this.commit(call, actor, sender, this.allowanceOf(source.sourceId), (work) =>
        call.items.map((item) => work.take(item)),
      );
    const { key, isTakenBack } = call;
    return this.commit(call, actor, sender, this.scans, (work) => [
      isTakenBack ? work.takeBack(key) : work.takeScan(key),
    ]);
  }

  /**
   * All that the items change is one transaction: their people, the source's seq, its totals, and the keys of its items.
   * Nothing is written for totals that are as they were. A batch that is told to wait uses up nothing.
   */
  private commit(
    call: SourceCall,
    actor: Actor,
    sender: string,
    allowance: TokenBucket,
    takeItems: (work: SourceItems) => ItemAnswer[],
  ): Result<SourceAnswer> {
    const { store } = this.deps;
    const { allowances } = this.deps.connections;
    const { source } = call;
    const { sourceId } = source;
    const known = store.sources.of(sourceId);
    if (known === undefined && store.sources.size >= SOURCES_MAX)
      return refuse('limit_reached', message(serviceTexts, 'too_many_sources', SOURCES_MAX));
    const now = this.deps.now();
    const mostRows = mostRowsOf(call, { ...known?.about, ...source });
    const waitMs = Math.max(allowance.waitMs(1, now), allowances.waitForRows(sender, mostRows, now));
    if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };
    allowance.take(1, now);

    let rows = 0;
    let taken: { state: SourceState; answer: SourceAnswer; isStored: boolean } | undefined;
    const countItems = (draft: Draft): SourceChange | undefined => {
      const before = known ?? { nextSeq: 1, readings: [], addedAt: draft.now, heardAt: 0 };
      const about = { ...known?.about, ...source };
      const { timeZone } = this.deps.state().event.dayRules[0];
      const news = new SourceNews();
      const work = new SourceItems({ draft, about, before, rows: store.sources, news, timeZone });
      const answers = takeItems(work);
      const noticed = work.countsOnArrival ? { ...about, countsOnArrival: true } : about;
      const refused = refusalAfter(known?.refused, call, answers, about.timeZone ?? timeZone, draft.now);
      const state = { ...before, ...work.state, about: noticed, heardAt: draft.now, refused };
      const isAboutNew = known === undefined || !isSame(known.about, about);
      const isOldNews = draft.now - store.sources.heardAccordingToStorage(sourceId) >= heardEveryMs(about);
      const isStored = work.isChanged || isAboutNew || isOldNews || isRefusalNews(known?.refused, refused);
      taken = { state, answer: { sourceId, nextSeq: state.nextSeq, items: answers }, isStored };
      rows = draft.rows.length + work.keys.length;
      if (!isStored) return undefined;
      if (isAboutNew) news.add(aboutNews(known, about));
      const entries = news.entries(about, actor, hourOf(sourceId, draft.now, this.deps.businessDayOf(draft.now)));
      return { entries, write: () => store.sources.put(state, work.keys) };
    };
    const remember = () => {
      if (taken !== undefined) store.sources.remember(taken.state, taken.isStored);
    };
    const failure = this.deps.pipeline.commitSource(countItems, remember);
    if (failure !== null || taken === undefined) return { ok: false, code: failure ?? 'unavailable' };
    allowances.takeRows(sender, rows, now);
    this.deps.machineAlerts.heard(taken.state);
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

const aboutNews = (known: SourceState | undefined, { areaId }: Source): News =>
  known === undefined
    ? { kind: 'source_added', areaId }
    : { kind: 'source_changed', before: sourceName(known.about), areaId };
