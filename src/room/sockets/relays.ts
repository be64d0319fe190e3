import { within } from '../../concurrency/within';
import { logError, tryAndLog } from '../../observability/log';
import type { Publication, RelayApi } from '../../rpc/relay-api';
import { RELAY_IDLE_MS, RELAY_TIMEOUT_MS, RELAYS_MAX } from './limits';
import type { Clock } from '../ports';
import type { OpenRelays } from '../storage/room-store';

export interface RelaysDeps {
  store: { relays: OpenRelays };
  now: Clock;
  eventId(): string | undefined;
  /** Returns the relay with this number. */
  relayOf(relay: number): RelayApi;
  viewersPerRelay: number;
  /** Returns what relays are told together with this frame. */
  publicationOf(frame: string): Publication;
  /** Called when the room's first relay opens: the room's own viewers come back and go there. */
  moveViewers(): void;
  /** Called when something is to be published once more. */
  touch(): void;
}

/** A relay as its room knows it. To the broadcast it is one receiver. */
interface OpenRelay {
  readonly number: number;
  /** The viewers that the relay last counted, and those that were sent there since. */
  viewers: number;
  /** Set when the relay has no place or does not answer, until it answers a publication. */
  isFull: boolean;
  isBusy: boolean;
  /** Whether something was to be published while the relay was busy. */
  isBehind: boolean;
  /** Since when the relay has had no viewers, epoch ms. */
  emptySince: number | null;
  send(frame: string): void;
}

/**
 * The relays of one room, which hold the sockets of its viewers (docs/decisions/0028). The room decides to which relay
 * a viewer goes, and publishes to each relay. No tap waits for a relay.
 */
export class Relays {
  private readonly receivers = new Set<OpenRelay>();
  private next: number;

  constructor(private readonly deps: RelaysDeps) {
    const { next, open } = deps.store.relays;
    this.next = next;
    for (const number of open) this.add(number);
  }

  get all(): ReadonlySet<Pick<OpenRelay, 'send'>> {
    return this.receivers;
  }

  /** The viewers of all relays, as far as the room knows. */
  get viewers(): number {
    return [...this.receivers].reduce((sum, relay) => sum + relay.viewers, 0);
  }

  get isOpen(): boolean {
    return this.receivers.size > 0;
  }

  /**
   * Returns the relay for one more viewer, and opens a relay if the others are full; null if no more may open.
   * @param not a relay that has just refused the viewer or did not answer
   */
  placeFor(not: number | undefined): number | null {
    const refusing = this.withNumber(not);
    if (refusing !== undefined) refusing.isFull = true;
    const relay = this.withPlace() ?? this.openNext();
    if (relay === null) return null;
    relay.viewers += 1;
    return relay.number;
  }

  private withNumber(number: number | undefined): OpenRelay | undefined {
    return [...this.receivers].find((relay) => relay.number === number);
  }

  private withPlace(): OpenRelay | undefined {
    return [...this.receivers].find(({ viewers, isFull }) => !isFull && viewers < this.deps.viewersPerRelay);
  }

  private openNext(): OpenRelay | null {
    if (this.receivers.size >= RELAYS_MAX) return null;
    const isFirst = !this.isOpen;
    const relay = this.add(this.next);
    this.next += 1;
    this.save();
    if (isFirst) this.deps.moveViewers();
    return relay;
  }

  /** Called by a relay that has viewers. Returns false if the room has no place for another relay. */
  subscribe(number: number, viewers: number): boolean {
    const known = this.withNumber(number);
    if (known === undefined && this.receivers.size >= RELAYS_MAX) return false;
    const relay = known ?? this.add(number);
    this.counted(relay, viewers);
    if (known === undefined) {
      this.next = Math.max(this.next, number + 1);
      this.save();
    }
    return true;
  }

  /** Called when the event was deleted. */
  end(): void {
    for (const { number } of this.receivers) {
      void tryAndLog('relay.end', () => this.deps.relayOf(number).end(), { eventId: this.deps.eventId() });
    }
    this.receivers.clear();
    this.save();
  }

  private add(number: number): OpenRelay {
    const relay: OpenRelay = {
      number,
      viewers: 0,
      isFull: false,
      isBusy: false,
      isBehind: false,
      emptySince: null,
      send: (frame) => void this.publish(relay, frame),
    };
    this.receivers.add(relay);
    return relay;
  }

  /** Publishes to one relay. While an earlier publication is on its way, the newest frame waits for the next one. */
  private async publish(relay: OpenRelay, frame: string): Promise<void> {
    if (relay.isBusy) {
      relay.isBehind = true;
      return;
    }
    relay.isBusy = true;
    try {
      const { deps } = this;
      const taken = deps.relayOf(relay.number).publish(deps.publicationOf(frame));
      this.counted(relay, await within(RELAY_TIMEOUT_MS, taken));
    } catch (error) {
      logError('relay.publish', error, { eventId: this.deps.eventId(), relay: relay.number });
      this.release(relay);
    }
    relay.isBusy = false;
    if (relay.isBehind) this.deps.touch();
    relay.isBehind = false;
  }

  private counted(relay: OpenRelay, viewers: number): void {
    relay.viewers = viewers;
    relay.isFull = false;
    relay.emptySince = viewers > 0 ? null : (relay.emptySince ?? this.deps.now());
    if (relay.emptySince !== null && this.deps.now() - relay.emptySince >= RELAY_IDLE_MS) this.release(relay);
  }

  private release(relay: OpenRelay): void {
    if (this.receivers.delete(relay)) this.save();
  }

  private save(): void {
    this.deps.store.relays = { next: this.next, open: [...this.receivers].map(({ number }) => number) };
  }
}
