import type { PollAnswer } from '../../../../src/shared/protocol/down';
import { assertNever } from '../../../../src/shared/assert-never';
import { backoffMs } from '../socket/backoff';
import { CallLoop } from '../socket/call-loop';
import type { Effects, Failure, Outcome } from '../effects';
import { Outbox, type OutgoingTaps } from './outbox';
import type { OutboxHome } from './outbox-home';
import type { OutboxRecord } from './outbox-store';
import type { AdoptedAction, DetachedAction } from '../view/reducer';
import { type AreaNames, groupLost, groupRefused, type UncountedTaps } from './uncounted-taps';

export interface OrphanTapSenderOwner {
  /** Whether the client id belongs to this page, which does not adopt its own taps. */
  isOwn(clientId: string): boolean;
  changed(): void;
  adopted(eventId: string, action: AdoptedAction | DetachedAction): void;
  uncounted(eventId: string, taps: readonly UncountedTaps[]): void;
  /** Returns the names of the event's areas. */
  areaNames(eventId: string): AreaNames;
  sessionEnded(): void;
}

interface Lane {
  /** The client id under which the taps are sent, which the closed tab used. */
  readonly clientId: string;
  readonly eventId: string;
  readonly outbox: Outbox;
  /** True if the server called the taps invalid. It would do so again, so only a newer release may send them. */
  refused: boolean;
}

/**
 * Delivers the taps that closed tabs of this device have left, each under the tab's client id, so that the room
 * recognizes taps that it already has. Only one call runs at a time.
 */
export class OrphanTapSender {
  readonly #home: OutboxHome;
  readonly #effects: Effects;
  readonly #owner: OrphanTapSenderOwner;
  readonly #closing = new AbortController();
  readonly #claimed = new Set<string>();
  readonly #lanes = new Set<Lane>();
  /** The outboxes that still have something to write before they are left. */
  readonly #leaving = new Set<Promise<void>>();
  readonly #loop: CallLoop;
  #failures = 0;
  /** The wait between the last call and the next, in ms. */
  #waitMs = 0;

  constructor(home: OutboxHome, effects: Effects, owner: OrphanTapSenderOwner) {
    this.#home = home;
    this.#effects = effects;
    this.#owner = owner;
    this.#loop = new CallLoop(effects, {
      call: (signal) => this.#call(signal),
      waitMs: () => this.#waitMs,
    });
  }

  /** The page woke up: sends at once, as if no call had failed. */
  wake(): void {
    this.#failures = 0;
    this.hurry();
  }

  /** Stops, and leaves undelivered taps to the next page or session. Resolves when nothing is left to write. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#loop.stop();
    for (const lane of this.#lanes) this.#leave(lane);
    await Promise.all(this.#leaving);
  }

  /** Adopts those of the outboxes that no open page holds, now or later. */
  adopt(records: readonly OutboxRecord[]): void {
    for (const record of records) void this.#claim(record);
  }

  /** Sends at once instead of waiting for the next attempt. */
  hurry(): void {
    this.#loop.hurry();
    this.#loop.start();
  }

  get unsentTaps(): number {
    let taps = 0;
    for (const { outbox } of this.#lanes) taps += outbox.size;
    return taps;
  }

  /** How many of these taps this release cannot deliver. */
  get refusedTaps(): number {
    let taps = 0;
    for (const { outbox, refused } of this.#lanes) if (refused) taps += outbox.size;
    return taps;
  }

  /** Identifies the oldest taps: if it changes, some taps were delivered. */
  get oldestUnsent(): string {
    return Array.from(this.#lanes, ({ outbox }) => `${outbox.clientId} ${outbox.firstSeq}`).join();
  }

  /** Returns the actions that add these taps to a room that opens. */
  actionsOf(eventId: string): readonly AdoptedAction[] {
    const actions: AdoptedAction[] = [];
    for (const lane of this.#lanes) {
      if (lane.eventId !== eventId) continue;
      actions.push({ type: 'adopted', taps: lane.outbox.taps });
      if (lane.outbox.isInFlight && !lane.refused) actions.push({ type: 'sending', taps: lane.outbox.taps });
    }
    return actions;
  }

  /** Gives up the taps of a deleted event. Returns how many are lost. */
  giveUp(eventId: string): number {
    let taps = 0;
    for (const lane of this.#lanes) if (lane.eventId === eventId) taps += this.#lose(lane);
    return taps;
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Adopts an outbox, after waiting until the page that holds its lock has closed. */
  async #claim(record: OutboxRecord): Promise<void> {
    const { clientId, eventId } = record;
    if (this.#claimed.has(clientId) || this.#owner.isOwn(clientId)) return;
    this.#claimed.add(clientId);
    const release = await this.#home.locks.hold(clientId, this.#closing.signal).catch(() => null);
    if (!release) return;
    const taps = await this.#home.use((store) => store.taps(clientId));
    if (this.#isClosed || !taps || taps.length === 0) {
      this.#claimed.delete(clientId);
      release();
      return;
    }
    const outbox = Outbox.adopt(
      this.#home,
      { record, taps, release },
      {
        ready: () => this.#loop.start(),
        dropped: (dropped) => this.#owner.adopted(eventId, { type: 'given_up', taps: dropped }),
        renumbered: (_newSeqOf, detached) =>
          this.#owner.adopted(eventId, { type: 'detached', of: 'adopted', taps: detached }),
      },
    );
    this.#lanes.add({ clientId, eventId, outbox, refused: false });
    this.#owner.adopted(eventId, { type: 'adopted', taps });
    this.hurry();
  }

  /** Sends the next batch of the first outbox that has one. Stops the loop if none has. */
  async #call(signal: AbortSignal): Promise<() => void> {
    for (const lane of this.#lanes) {
      const batch = lane.outbox.take();
      if (batch) return this.#send(lane, batch, signal);
    }
    this.#loop.stop();
    return () => undefined;
  }

  async #send(lane: Lane, { seq, taps }: OutgoingTaps, signal: AbortSignal): Promise<() => void> {
    const { eventId, outbox } = lane;
    this.#owner.adopted(eventId, { type: 'sending', taps });
    const body = { clientId: outbox.clientId, seq, sentAt: this.#effects.now(), taps: [...taps] };
    const outcome = await this.#effects.poll(eventId, body, signal);
    return () => {
      this.#waitMs = 0;
      if (this.#lanes.has(lane)) this.#conclude(lane, seq, outcome);
      else this.#owner.adopted(eventId, { type: 'returned' });
      this.#owner.changed();
      if (this.#waitMs === 0) this.#loop.hurry();
    };
  }

  #conclude(lane: Lane, sentFrom: number, outcome: Outcome<PollAnswer>): void {
    if (!outcome.ok) {
      this.#failed(lane, outcome.failure, outcome.retryAfterMs);
      return;
    }
    const { ack, sync } = outcome.value;
    if (ack.seq + 1 < sentFrom) {
      this.#renumber(lane);
      return;
    }
    const { eventId, outbox } = lane;
    const taps = outbox.acknowledge(ack.seq);
    // The answer acknowledged nothing. Repeating the call at once could go on forever.
    if (taps.length === 0) {
      this.#failed(lane, 'later');
      return;
    }
    this.#failures = 0;
    // In a drill, taps count for twins, which are not among the event's areas.
    const areas = [...sync.areas, ...(sync.evacuation?.sideAreas ?? [])];
    const names = new Map(areas.map(({ areaId, areaName }) => [areaId, areaName]));
    const refused = groupRefused(ack, taps, new Map([...this.#owner.areaNames(eventId), ...names]));
    outbox.report(refused);
    this.#owner.uncounted(eventId, refused);
    this.#owner.adopted(eventId, { type: 'delivered', taps, ack, areas });
    if (outbox.size === 0) this.#leave(lane);
  }

  /** @param retryAfterMs the shortest wait that the server demands, in ms */
  #failed(lane: Lane, failure: Failure, retryAfterMs = 0): void {
    switch (failure) {
      case 'unauthenticated':
        this.#owner.sessionEnded();
        return;
      case 'gone':
        this.giveUp(lane.eventId);
        break;
      case 'client_id_taken':
        this.#renumber(lane);
        return;
      case 'refused':
      case 'reload_needed':
        // The taps stay on the device, and are not sent again by this page.
        lane.refused = true;
        break;
      case 'later':
      case 'unanswered':
        lane.outbox.rewind();
        // Only this event's room may be in trouble, so the other outboxes go first next time.
        this.#lanes.delete(lane);
        this.#lanes.add(lane);
        this.#waitMs = Math.max(retryAfterMs, backoffMs(this.#failures, this.#effects.random()));
        this.#failures += 1;
        break;
      default:
        assertNever(failure);
    }
    this.#owner.adopted(lane.eventId, { type: 'returned' });
  }

  /** Renumbers the taps under a new client id, because the room has forgotten what this client delivered. */
  #renumber({ eventId, outbox }: Lane): void {
    outbox.restart();
    this.#owner.adopted(eventId, { type: 'returned' });
  }

  #lose(lane: Lane): number {
    const { eventId, outbox } = lane;
    const taps = outbox.acknowledge(Number.POSITIVE_INFINITY);
    const lost = groupLost(taps, this.#owner.areaNames(eventId));
    outbox.report(lost);
    this.#owner.uncounted(eventId, lost);
    this.#owner.adopted(eventId, { type: 'given_up', taps });
    this.#leave(lane);
    return taps.length;
  }

  #leave(lane: Lane): void {
    this.#lanes.delete(lane);
    const left = this.#close(lane).finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  async #close({ clientId, outbox }: Lane): Promise<void> {
    await outbox.close();
    this.#claimed.delete(clientId);
  }
}
