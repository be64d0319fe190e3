import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Source, SourceAnswer, SourceItem } from '../../src/rpc/source-batch';
import { adminOf, type Venue } from './venue';

/** A call that got no answer, or a failure, is sent again after this time. */
const RETRY_MS = 200;

/** Creates a key with which machines count at the event, as its admin. */
export async function openCountKey(url: URL, venue: Venue): Promise<string> {
  const { eventId } = venue;
  const key = { name: 'Machines', scopes: ['count' as const], eventId, addresses: null, days: 1 };
  return await adminOf(url, venue).createKey(key);
}

/** The connections of machines. */
export class SourceLine {
  /** Calls that got no answer or a failure, and were sent again. */
  failures = 0;
  private readonly url: URL;
  private readonly headers: Record<string, string>;
  private readonly agent = new Agent({ keepAlive: true });

  constructor(url: URL, eventId: string, key: string) {
    this.url = new URL(`/api/events/${eventId}/counts`, url);
    this.headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  }

  /** Sends a batch until it is taken, as machines do. Throws if an item is refused, or the batch for good. */
  async send(source: Source, items: readonly SourceItem[]): Promise<SourceAnswer> {
    for (;;) {
      const answer = await this.sendOnce(source, items);
      if (answer !== null) return answer;
      this.failures += 1;
      await sleep(RETRY_MS);
    }
  }

  /** Sends a batch. Returns null if it gets no answer, or is not taken now. Throws as `send` does. */
  async sendOnce(source: Source, items: readonly SourceItem[]): Promise<SourceAnswer | null> {
    const { status, text } = await this.post(JSON.stringify({ source, items })).catch((failure: unknown) => ({
      status: 0,
      text: String(failure),
    }));
    if (status === 200) {
      const answer: SourceAnswer = JSON.parse(text);
      if (answer.items.some((item) => item.status === 'refused')) throw new Error(text);
      return answer;
    }
    if (status >= 400 && status < 500 && status !== 429) throw new Error(`${status} ${text}`);
    return null;
  }

  close(): void {
    this.agent.destroy();
  }

  private async post(body: string): Promise<{ status: number; text: string }> {
    return await new Promise((resolve, reject) => {
      const { agent, headers } = this;
      const call = request(this.url, { method: 'POST', agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on('error', reject);
      });
      call.on('error', reject);
      call.end(body);
    });
  }
}
