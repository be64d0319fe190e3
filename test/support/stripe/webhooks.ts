import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedEvent } from './control-types';

export interface QueuedEvent {
  id: string;
  type: string;
  /** Unix seconds; thin events say it as ISO 8601. */
  created: number | string;
  [field: string]: unknown;
}

/** Real milliseconds until the next delivery of what was not taken with a 2xx; then it is given up. */
const RETRY_AFTER_MS = [100, 400, 1500];

/** Events on their way: posted by itself to a URL, or kept until a test takes and delivers them. */
export class Webhooks {
  /** All that ever happened, by id. */
  private readonly events = new Map<string, QueuedEvent>();
  private pending: QueuedEvent[] = [];
  private url: string | null = null;
  private delivering: Promise<void> = Promise.resolve();

  constructor(private readonly secret: string) {}

  add(event: QueuedEvent): void {
    this.events.set(event.id, event);
    this.pending.push(event);
    this.deliver();
  }

  /** From now on all goes to `url` by itself; what has waited goes first. */
  sendTo(url: string | null): void {
    this.url = url;
    this.deliver();
  }

  /** The events that wait, in order; a test posts them itself. */
  take(): SignedEvent[] {
    const taken = this.pending.map((event) => this.sign(event));
    this.pending = [];
    return taken;
  }

  /** Events once more, newly signed. */
  again(ids: readonly string[]): SignedEvent[] {
    return ids.flatMap((id) => this.events.get(id) ?? []).map((event) => this.sign(event));
  }

  /** Until all that waits is delivered or given up. */
  async idle(): Promise<void> {
    await this.delivering;
  }

  private sign(event: QueuedEvent): SignedEvent {
    const body = JSON.stringify(event);
    // Receivers compare it with the real time: the signature's moment is not of the fake's clock.
    const signedAt = Math.floor(Date.now() / 1000);
    const mac = createHmac('sha256', this.secret).update(`${signedAt}.${body}`).digest('hex');
    const created = typeof event.created === 'number' ? event.created : Math.floor(Date.parse(event.created) / 1000);
    return { id: event.id, type: event.type, created, body, signature: `t=${signedAt},v1=${mac}` };
  }

  private deliver(): void {
    if (this.url === null) return;
    const { url } = this;
    const events = this.pending;
    this.pending = [];
    this.delivering = this.postAll(this.delivering, url, events);
  }

  /** One after the other: what came first is delivered or given up before the next is tried. */
  private async postAll(before: Promise<void>, url: string, events: readonly QueuedEvent[]): Promise<void> {
    await before;
    for (const event of events) await this.post(url, event);
  }

  private async post(url: string, event: QueuedEvent): Promise<void> {
    for (const waitMs of [0, ...RETRY_AFTER_MS]) {
      await sleep(waitMs, undefined, { ref: false });
      const { body, signature } = this.sign(event);
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) return;
    }
  }
}
