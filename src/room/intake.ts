import { logError } from '../lib/log';
import type { ErrorCode } from '../shared/errors';
import type { FlooredTap } from '../shared/protocol/down';
import type { Tap } from '../shared/protocol/up';
import type { Principal } from './contract';
import { Draft, type DraftSource } from './draft';
import { ASK_INTERVAL_MS, FLUSH_AT_TAPS } from './limits';
import type { Clock } from './ports';

/** All of one client's answers of one flush, cumulative: everything up to `seq` is durable or rejected. */
export interface FlushAnswer {
  seq: number;
  version: number;
  rejected: { seq: number; code: ErrorCode }[];
  floored: FlooredTap[];
}

/** Where a batch came from. Batches with the same reply are answered once a flush. */
export interface Reply {
  ack(answer: FlushAnswer): void;
  refuse(code: ErrorCode): void;
  /** Not counted, and the sender must send again. */
  fail(): void;
}

/** Taps of one frame, checked but not counted yet; `seq` null is the client's next. Times are epoch ms. */
export interface Batch {
  clientId: string;
  principal: Principal;
  seq: number | null;
  sentAt: number;
  receivedAt: number;
  taps: readonly Tap[];
  reply: Reply;
}

interface Queued extends Batch {
  /** D1 was asked for unknown areas after this batch came in: what is unknown still does not exist. */
  asked: boolean;
}

export interface IntakeDeps extends DraftSource {
  now: Clock;
  /** Writes the draft and then takes it over; throws, with nothing changed, when it cannot. */
  commit(draft: Draft): void;
  /** After commit and acks. */
  afterCommit(draft: Draft): void;
  /** Compares the room's areas with D1's; false when D1 did not answer. */
  askForAreas(): Promise<boolean>;
}

/** Queue and group commit: all that is queued is one transaction, then acks, then broadcast (design section 4). */
export class Intake {
  private queue: Queued[] = [];
  private queuedTaps = 0;
  private flushTimer: ReturnType<typeof setTimeout> | null = null;
  private asking = false;
  private lastAskedAt = -Infinity;

  constructor(private readonly deps: IntakeDeps) {}

  submit(batch: Batch): void {
    this.queue.push({ ...batch, asked: false });
    this.queuedTaps += batch.taps.length;
    if (this.queuedTaps >= FLUSH_AT_TAPS) this.flush();
    else this.flushTimer ??= setTimeout(() => this.flush(), 0);
  }

  flush(): void {
    if (this.flushTimer !== null) clearTimeout(this.flushTimer);
    this.flushTimer = null;
    const ready = this.takeReady();
    if (ready.length === 0) return;
    const draft = new Draft(this.deps, this.deps.now());
    const answers = new Map<Reply, FlushAnswer>();
    for (const batch of ready) {
      const client = draft.client(batch.clientId, batch.principal);
      if (client.principal !== batch.principal) {
        batch.reply.refuse('client_id_taken');
        continue;
      }
      const answer = answers.get(batch.reply) ?? { seq: 0, version: 0, rejected: [], floored: [] };
      answers.set(batch.reply, answer);
      count(draft, batch, answer);
    }
    try {
      if (!draft.isEmpty) this.deps.commit(draft);
    } catch (error) {
      logError('room.commit', error);
      failAll([...ready, ...this.queue]);
      this.queue = [];
      return;
    }
    for (const [reply, answer] of answers) reply.ack(answer);
    if (draft.areas.size > 0) this.deps.afterCommit(draft);
  }

  /** Refuses what is queued: the event is gone. */
  close(code: ErrorCode): void {
    if (this.flushTimer !== null) clearTimeout(this.flushTimer);
    this.flushTimer = null;
    for (const reply of new Set(this.queue.map((batch) => batch.reply))) reply.refuse(code);
    this.queue = [];
    this.queuedTaps = 0;
  }

  /**
   * Takes the queue, but for the clients that named an area which only D1 may know yet: theirs waits for D1's answer,
   * so that the order of a client's taps never changes and nobody else waits.
   */
  private takeReady(): Queued[] {
    const waiting = new Set<string>();
    const ready: Queued[] = [];
    const held: Queued[] = [];
    for (const batch of this.queue) {
      if (this.isUnknown(batch)) waiting.add(batch.clientId);
      (waiting.has(batch.clientId) ? held : ready).push(batch);
    }
    this.queue = held;
    this.queuedTaps = 0;
    if (held.length > 0) void this.ask();
    return ready;
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const waitMs = this.lastAskedAt + ASK_INTERVAL_MS - this.deps.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    this.lastAskedAt = this.deps.now();
    const inTime = new Set(this.queue);
    const answered = await this.deps.askForAreas();
    this.asking = false;
    if (answered) for (const batch of inTime) batch.asked = true;
    else this.dropClientsOf(this.queue.filter((batch) => inTime.has(batch) && this.isUnknown(batch)));
    this.flush();
  }

  private isUnknown(batch: Queued): boolean {
    return !batch.asked && batch.taps.some((tap) => !this.deps.state().areas.has(tap.areaId));
  }

  private dropClientsOf(batches: readonly Queued[]): void {
    const clients = new Set(batches.map((batch) => batch.clientId));
    const dropped = this.queue.filter((batch) => clients.has(batch.clientId));
    this.queue = this.queue.filter((batch) => !clients.has(batch.clientId));
    failAll(dropped);
  }
}

const failAll = (batches: readonly Batch[]): void => {
  for (const reply of new Set(batches.map((batch) => batch.reply))) reply.fail();
};

/** Counts a batch in order: known seqs are skipped, a gap ends it (design section 3, exactly once). */
function count(draft: Draft, batch: Batch, answer: FlushAnswer): void {
  let client = draft.client(batch.clientId, batch.principal);
  let seq = batch.seq ?? client.lastSeq + 1;
  for (const tap of batch.taps) {
    if (seq > client.lastSeq + 1) break;
    if (seq === client.lastSeq + 1) {
      const outcome = draft.take(client, tap, batch.sentAt, batch.receivedAt);
      client = draft.client(batch.clientId, batch.principal);
      if (!outcome.ok) answer.rejected.push({ seq, code: outcome.code });
      else if (outcome.floored > 0) answer.floored.push({ seq, amount: outcome.floored });
    }
    seq += 1;
  }
  answer.seq = client.lastSeq;
  answer.version = client.version;
}
