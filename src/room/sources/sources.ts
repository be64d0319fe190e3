import type { Connections } from '../sockets/connections';
import type { RoomCore } from '../core/room-core';
import { TokenBucket } from '../../concurrency/token-bucket';
import { LruMap } from '../../concurrency/lru-map';
import { SOURCES_MAX } from '../../rpc/limits';
import type { ItemAnswer, Source, SourceAnswer, SourceCall, SourceSender } from '../../rpc/source-batch';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { ok, refuse, type Result } from '../../rpc/result';
import type { NotOwnSource } from '../../rpc/room/source-calls';
import type { Draft } from '../counting/draft';
import type { FlushPipeline } from '../counting/flush-pipeline';
import { SCANS_BURST, SCANS_PER_SECOND, SOURCE_BURST } from './limits';
import type { SourceChange } from '../storage/room-store';
import { mostRowsOf } from './batch-rows';
import { Doubts } from './doubts';
import { readItemTime } from '../source-state/item-time';
import type { MachineAlerts } from './machine-alerts';
import { RecentItems } from './recent-items';
import { isRefusalNew, refusalAfter } from '../source-state/refusals';
import { SourceItems } from './source-items';
import { SourceDesk } from './source-desk';
import { hourOf, type SourceEntry, SourceEntries } from './source-entries';
import { type Claim, ownerAfter, triedAgain } from '../source-state/source-owner';
import { heardEveryMs, sourceName, type SourceState, watchedOf } from '../storage/source-rows';
import { NO_TOTALS } from '../source-state/totals-state';

export interface SourcesDeps {
  /** Batches that a source may send per minute. */
  batchesPerMinute: number;
  connections: Pick<Connections, 'allowances'>;
  pipeline: Pick<FlushPipeline, 'commitSource'>;
  machineAlerts: MachineAlerts;
}

/** What the room knows of a source that was never heard. */
const NEW = { nextSeq: 1, totals: NO_TOTALS, offsets: [], heardAt: 0 };

/** Takes what machines count into the same ledger as taps (docs/product.md, M1 to M10). */
export class Sources {
  /** Shows and deletes the sources. */
  readonly desk: SourceDesk;
  private readonly recent = new RecentItems();
  private readonly allowances = new LruMap<string, TokenBucket>(SOURCES_MAX);
  /** How often others may try to send for a source: each time D1 is asked for its owner. They take nothing of its allowance. */
  private readonly tries = new LruMap<string, TokenBucket>(SOURCES_MAX);

  /** All scans of tickets share it. */
  private readonly scans: TokenBucket;
  readonly doubts: Doubts;

  constructor(
    private readonly core: RoomCore,
    private readonly deps: SourcesDeps,
  ) {
    const { pipeline, machineAlerts } = deps;
    this.scans = new TokenBucket(SCANS_BURST, SCANS_PER_SECOND, core.now());
    this.doubts = new Doubts(core, { pipeline, machineAlerts });
    this.desk = new SourceDesk(core, { recent: this.recent, doubts: this.doubts, machineAlerts });
  }

  /** Counts the items of a batch in their order, or a scan, and answers for each of them. */
  take(call: SourceCall, sender: SourceSender, endedOwner?: SourceSender): Result<SourceAnswer> | NotOwnSource {
    const isBatch = 'items' in call;
    const sentAt = isBatch ? call.sentAt : undefined;
    // It dates each item. Refused as a whole, the call uses up no number.
    if (sentAt !== undefined && typeof readItemTime(sentAt, 'UTC', this.core.now()) === 'string')
      return refuse('invalid_input', message(serviceTexts, 'field_invalid', 'sentAt'));
    const claim = { sender, endedOwner, takesOver: isBatch && call.takeOver === true };
    const allowance = isBatch ? this.bucketOf(this.allowances, call.source.sourceId) : this.scans;
    const taken = this.commit(call, claim, allowance, (work) => {
      if (isBatch) return work.takeAll(call.items, sentAt);
      return [call.isTakenBack ? work.takeBack(call.key) : work.takeScan(call.key)];
    });
    if (taken.ok) this.recent.note(call, taken.value.items, this.core.now());
    return taken;
  }

  /**
   * All that the items change is one transaction: their people, the source's seq, its totals, and the keys of its items.
   * Nothing is written for totals that are as they were. A batch that is told to wait uses up nothing.
   */
  private commit(
    call: SourceCall,
    claim: Claim,
    allowance: TokenBucket,
    takeItems: (work: SourceItems) => ItemAnswer[],
  ): Result<SourceAnswer> | NotOwnSource {
    const { store } = this.core;
    const { allowances } = this.deps.connections;
    const { source } = call;
    const { sourceId } = source;
    const known = store.sources.of(sourceId);
    const { sender: actor } = claim;
    const owner = ownerAfter(known?.owner, claim);
    if (known !== undefined && owner === null) return this.refuseOther(known, actor);
    const isOwnerNew = known !== undefined && owner !== known.owner;
    if (known === undefined && store.sources.size >= SOURCES_MAX)
      return refuse('limit_reached', message(serviceTexts, 'too_many_sources', SOURCES_MAX));
    const now = this.core.now();
    const about = { ...known?.about, ...source };
    const mostRows = mostRowsOf(call, about);
    const waitMs = Math.max(allowance.waitMs(1, now), allowances.waitForRows(actor, mostRows, now));
    if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };
    allowance.take(1, now);

    let rows = 0;
    let taken: { state: SourceState; answer: SourceAnswer; isStored: boolean } | undefined;
    const countItems = (draft: Draft): SourceChange | undefined => {
      const before = known ?? { ...NEW, owner: actor, addedAt: draft.now };
      const { timeZone } = this.core.state.event.dayRules[0];
      const made = new SourceEntries();
      const { areas } = this.core.state;
      const work = new SourceItems({ draft, about, before, rows: store.sources, entries: made, areas, timeZone });
      const answers = takeItems(work);
      const noticed = work.countsOnArrival ? { ...about, countsOnArrival: true } : about;
      const own = isOwnerNew ? { owner: actor, tried: undefined } : {};
      const refused = refusalAfter(known?.refused, call, answers, about.timeZone ?? timeZone, draft.now);
      const state = { ...before, ...work.state, ...own, about: noticed, heardAt: draft.now, refused };
      const isAboutNew = known === undefined || !isSame(known.about, about);
      const isHeardLongAgo = draft.now - store.sources.heardAccordingToStorage(sourceId) >= heardEveryMs(about);
      const isStored =
        work.isChanged || isAboutNew || isOwnerNew || isHeardLongAgo || isRefusalNew(known?.refused, refused);
      taken = { state, answer: { sourceId, nextSeq: state.nextSeq, items: answers }, isStored };
      rows = draft.rows.length + work.keys.length;
      if (!isStored) return undefined;
      if (isOwnerNew) made.add({ kind: 'source_taken_over', before: known.owner, areaId: about.areaId });
      if (isAboutNew) made.add(aboutEntry(known, about));
      const entries = made.isEmpty
        ? []
        : made.entries(about, actor, hourOf(sourceId, draft.now, this.core.businessDayOf(draft.now)));
      return { entries, write: () => store.sources.put(state, work.keys) };
    };
    const remember = () => {
      if (taken !== undefined) store.sources.remember(taken.state, taken.isStored);
    };
    const failure = this.deps.pipeline.commitSource(countItems, remember);
    if (failure !== null || taken === undefined) return { ok: false, code: failure ?? 'unavailable' };
    allowances.takeRows(actor, rows, now);
    this.deps.machineAlerts.heard(watchedOf(taken.state));
    if (taken.isStored) this.doubts.stored(taken.state);
    return ok(taken.answer);
  }

  /** Refuses a sender to whom the source does not belong, and remembers that it has tried. */
  private refuseOther(source: SourceState, by: SourceSender): Result<never> | NotOwnSource {
    const { store } = this.core;
    const now = this.core.now();
    const waitMs = this.bucketOf(this.tries, source.about.sourceId).take(1, now);
    if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };
    const { tried, isFirstOrTwiceAsOften } = triedAgain(source.tried, by, now);
    const state = { ...source, tried };
    if (isFirstOrTwiceAsOften) store.addToJournal([], now, () => store.sources.put(state, []));
    store.sources.note(state, isFirstOrTwiceAsOften);
    return { ok: false, code: 'source_owned', owner: source.owner };
  }

  private bucketOf(buckets: LruMap<string, TokenBucket>, sourceId: string): TokenBucket {
    const known = buckets.get(sourceId);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(SOURCE_BURST, this.deps.batchesPerMinute / 60, this.core.now());
    buckets.set(sourceId, bucket);
    return bucket;
  }
}

function isSame(a: Source, b: Source): boolean {
  const entries = Object.entries(b);
  const other = new Map<string, unknown>(Object.entries(a));
  return entries.length === other.size && entries.every(([name, value]) => other.get(name) === value);
}

const aboutEntry = (known: SourceState | undefined, { areaId }: Source): SourceEntry =>
  known === undefined
    ? { kind: 'source_added', areaId }
    : { kind: 'source_changed', before: sourceName(known.about), areaId };
