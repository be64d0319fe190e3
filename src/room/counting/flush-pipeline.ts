import type { RoomCore } from '../core/room-core';
import { logError } from '../../observability/log';
import { isStorageFull } from '../../durable-object/storage-full';
import type { Batch, FailureCode, FlushAnswer, Reply } from '../state/batch';
import type { Tap } from '../../shared/protocol/up';
import { Draft, type DraftSource, type Sender } from './draft';
import { TapClock } from './tap-clock';
import { HeldBatches } from './held-batches';
import { FLUSH_AT_TAPS, REFUSALS_EVERY_MS } from './limits';
import { isUnlocked, type RoomState } from '../state/room-state';
import type { SourceChange } from '../storage/room-store';
import type { TrialBudget } from './trial-budget';

export interface FlushPipelineDeps {
  trial: Pick<TrialBudget, 'isSpent' | 'took'>;
  /** If billing is off, every day is free. */
  isBillingOn: boolean;
  /** Called synchronously after a commit that changed days which already have a report. */
  onOutdatedReports(): void;
  /** Called when taps could not be stored. */
  onFailedCommit(failure: FailureCode): void;
  /** Updates the room's areas from D1; resolves to false if D1 did not answer. */
  askForAreas(): Promise<boolean>;
}

/**
 * Takes taps through the room: queue, log, memory, acks, then alerts and the broadcast. The whole queue is written in
 * one transaction. The first tap waits for a timer of 0 ms, which takes at least a millisecond; taps that arrive in the
 * meantime share its write (docs/decisions/0006).
 */
export class FlushPipeline {
  private queue: Batch[] = [];
  private queuedTaps = 0;
  private flushTimer: ReturnType<typeof setTimeout> | null = null;
  private readonly held: HeldBatches;
  private readonly clock = new TapClock();
  private readonly source: DraftSource;

  constructor(
    private readonly core: RoomCore,
    private readonly deps: FlushPipelineDeps,
  ) {
    const { trial, isBillingOn } = deps;
    const { store } = core;
    this.held = new HeldBatches({
      now: core.now,
      eventId: () => core.state.event.eventId,
      askForAreas: () => deps.askForAreas(),
      release: (batches) => {
        this.commitInGroups(batches);
      },
    });
    this.source = {
      state: () => core.state,
      client: (clientId) => core.client(clientId),
      ledgerOf: (clientId, since, seq) => store.ledgerOf(clientId, since, seq),
      dayOf: (at) => core.dayOf(at),
      billableFrom: () => (isBillingOn ? core.state.account.trialEndsAt : Infinity),
      isTrialSpent: () => trial.isSpent,
      becameReal: (at) => {
        const { evacuation } = core.state;
        if (evacuation === null) return false;
        return at < evacuation.startedAt ? store.evacuations.becameReal(at) : evacuation.becameRealAt !== null;
      },
    };
  }

  submit(batch: Batch): void {
    if (this.held.holds(batch.clientId)) {
      this.held.add(batch);
      return;
    }
    this.queue.push(batch);
    this.queuedTaps += batch.taps.length;
    if (this.queuedTaps >= FLUSH_AT_TAPS) this.flushQueue();
    else {
      this.flushTimer ??= setTimeout(
        () => {
          this.flushTimer = null;
          this.flushQueue();
        },
        this.onlyRefuses ? REFUSALS_EVERY_MS : 0,
      );
    }
  }

  /**
   * Commits the queue at once, except batches that must wait for D1. A queue that can only be refused waits for its timer:
   * a refusal takes a row, too, and no state of the room depends on it.
   */
  flush(): void {
    if (!this.onlyRefuses) this.flushQueue();
  }

  private get onlyRefuses(): boolean {
    return this.deps.trial.isSpent && !isUnlocked(this.core.state, this.core.now());
  }

  private flushQueue(): void {
    const queue = this.takeQueue();
    if (queue.length === 0) return;
    const { areas } = this.core.state;
    const ready: Batch[] = [];
    for (const batch of queue) {
      const mustWait = this.held.holds(batch.clientId) || !knowsAreasOf(areas, batch.taps);
      if (mustWait) this.held.add(batch);
      else ready.push(batch);
    }
    this.commit(ready);
  }

  /** Called when the event was deleted. Refuses all batches that are queued or held. */
  close(): void {
    for (const { reply } of [...this.takeQueue(), ...this.held.takeAll()]) reply.eventDeleted();
  }

  private takeQueue(): Batch[] {
    if (this.flushTimer !== null) clearTimeout(this.flushTimer);
    this.flushTimer = null;
    const { queue } = this;
    this.queue = [];
    this.queuedTaps = 0;
    return queue;
  }

  /**
   * Commits held batches in several flushes. They can be far more than one flush takes, and a row of the log has a
   * maximum size (2 MB, Durable Objects limit).
   */
  private commitInGroups(batches: readonly Batch[]): void {
    let from = 0;
    while (from < batches.length) {
      let to = from;
      for (let taps = 0; to < batches.length && taps < FLUSH_AT_TAPS; to++) taps += batches[to]?.taps.length ?? 0;
      const failure = this.commit(batches.slice(from, to));
      if (failure !== null) {
        failAll(batches.slice(to), failure);
        return;
      }
      from = to;
    }
  }

  /**
   * Runs one flush, from its batches to the broadcast. If nothing was counted because of a failure, it answers the
   * senders and returns the reason; otherwise it returns null.
   */
  private commit(batches: readonly Batch[]): FailureCode | null {
    if (batches.length === 0) return null;
    const { store } = this.core;
    const draft = this.newDraft();
    let answers: ReadonlyMap<Reply, FlushAnswer>;
    let isOutdated = false;
    try {
      answers = countAll(draft, batches);
      if (!draft.isEmpty) isOutdated = store.commit(draft);
    } catch (error) {
      const failure = this.failed(error);
      failAll(batches, failure);
      return failure;
    }
    if (!draft.isEmpty) this.core.remember(draft);
    this.announceDays(draft, isOutdated);
    // An ack does not overtake its flush: the platform holds all outgoing messages until the writes before them are durable
    // (output gate of Durable Objects).
    for (const [reply, answer] of answers) reply.ack(answer);
    if (draft.areas.size > 0) this.afterCounting(draft, batches);
    this.deps.trial.took(draft.taken);
    return null;
  }

  /**
   * Runs a flush for one batch of a source. It has a row of its own, so that the queue of the devices waits for nothing and
   * is not divided by it. `countItems` returns what else the batch changes, which is stored in the same transaction; undefined
   * stores nothing. `remember` is called when nothing has failed, before alerts are checked: the source was heard by then.
   * Returns why nothing was stored; null if all was.
   */
  commitSource(countItems: (draft: Draft) => SourceChange | undefined, remember: () => void): FailureCode | null {
    const { store } = this.core;
    const draft = this.newDraft();
    let isOutdated = false;
    try {
      const change = countItems(draft);
      if (!draft.isEmpty) isOutdated = store.commit(draft, change);
      else if (change !== undefined) store.addToJournal(change.entries, draft.now, () => change.write());
    } catch (error) {
      return this.failed(error);
    }
    if (!draft.isEmpty) this.core.remember(draft);
    remember();
    if (draft.isEmpty) return null;
    this.announceDays(draft, isOutdated);
    if (draft.areas.size > 0) this.afterCounting(draft, []);
    this.deps.trial.took(draft.taken);
    return null;
  }

  private newDraft(): Draft {
    return new Draft(this.source, this.core.now(), this.clock);
  }

  /** Called when nothing was stored, and memory is unchanged. */
  private failed(error: unknown): FailureCode {
    logError('room.commit', error, { eventId: this.core.state.event.eventId });
    const failure = isStorageFull(error) ? 'storage_full' : 'unavailable';
    this.deps.onFailedCommit(failure);
    return failure;
  }

  private announceDays(draft: Draft, isOutdated: boolean): void {
    if (draft.days.size > 0) this.core.signal({ type: 'days' });
    if (isOutdated) this.deps.onOutdatedReports();
  }

  /** Alerts go first, so that an alert is sent together with the counts that raised it. */
  private afterCounting(draft: Draft, batches: readonly Batch[]): void {
    try {
      this.core.counted(draft, batches);
    } finally {
      this.core.signal({ type: 'counts', areaIds: [...draft.areas.keys()] });
    }
  }
}

/**
 * Whether the room knows the taps' areas, and the other areas of transfers. D1 may know an area that the room does not
 * know. Successive taps are mostly on one area, which is looked up once.
 */
function knowsAreasOf(areas: RoomState['areas'], taps: readonly Tap[]): boolean {
  let latest: string | undefined;
  for (const { areaId, to } of taps) {
    if (areaId !== latest && !areas.has(areaId)) return false;
    if (to !== undefined && !areas.has(to)) return false;
    latest = areaId;
  }
  return true;
}

function failAll(batches: readonly Batch[], failure: FailureCode): void {
  for (const reply of new Set(batches.map((batch) => batch.reply))) reply.fail(failure);
}

/** Counts the batches in the draft; batches with the same reply share an answer. */
function countAll(draft: Draft, batches: readonly Batch[]): ReadonlyMap<Reply, FlushAnswer> {
  const answers = new Map<Reply, FlushAnswer>();
  for (const batch of batches) {
    const sender = draft.sender(batch.clientId, batch.principal);
    if (sender.client.principal !== batch.principal) {
      batch.reply.refuse('client_id_taken');
      continue;
    }
    let answer = answers.get(batch.reply);
    if (answer === undefined) {
      answer = { seq: 0, version: 0, rejected: [], floored: [] };
      answers.set(batch.reply, answer);
    }
    count(draft, sender, batch, answer);
  }
  return answers;
}

/**
 * Counts a batch's taps in order. Seqs that the room already has are skipped, and a gap in the seqs ends the batch
 * (docs/product.md, C3).
 */
function count(draft: Draft, sender: Sender, batch: Batch, answer: FlushAnswer): void {
  let seq = batch.seq ?? sender.client.lastSeq + 1;
  for (const tap of batch.taps) {
    const next = sender.client.lastSeq + 1;
    if (seq > next) break;
    if (seq === next) {
      const outcome = draft.countOrRefuse(sender, tap, batch.sentAt, batch.receivedAt);
      if (!outcome.ok) answer.rejected.push({ seq, code: outcome.code });
      else if (outcome.floored > 0) answer.floored.push({ seq, amount: outcome.floored });
    }
    seq += 1;
  }
  answer.seq = sender.client.lastSeq;
  answer.version = sender.client.version;
}
