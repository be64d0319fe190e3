import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import page from '../../../docs/api.md?raw';
import { type Answer, type Client, createClient } from '../support/client';
import { Device } from '../support/device';
import {
  type Block,
  csvRows,
  expand,
  expectShown,
  isLike,
  readAssignment,
  readBlocks,
  readCurl,
  type Variables,
} from '../support/examples';
import { UPGRADE } from '../support/sockets';

/** Follows the page as a person would, block by block. */
class Reader {
  readonly variables: Variables = new Map();
  private readonly clients = new Map<string, Client>();
  private answer: Answer | undefined;
  answersRead = 0;

  async follow({ language, text, line }: Block): Promise<void> {
    if (language === 'socket') await this.converse(text);
    else if (language === 'json') this.compare(JSON.parse(text), this.answer?.body, line);
    else if (language === 'csv') this.compare(csvRows(text), csvRows(this.answer?.text ?? ''), line);
    else if (language !== 'sh') throw new Error(`Line ${line}: nobody tries blocks in '${language}'`);
    else if (text.startsWith('curl ')) {
      const { method, target, headers, body, cookies } = readCurl(text, this.variables);
      this.answer = await this.clientOf(cookies).call(method, target, { headers, body });
    } else {
      for (const row of text.trim().split('\n'))
        if (!readAssignment(row, this.variables)) throw new Error(`Line ${line}: nobody tries ${row}`);
    }
  }

  private compare(shown: unknown, given: unknown, line: number): void {
    this.answersRead += 1;
    expectShown(shown, given, this.variables, `the answer in line ${line}`);
  }

  private clientOf(cookies: string | undefined): Client {
    const client = (cookies !== undefined && this.clients.get(cookies)) || createClient();
    if (cookies !== undefined) this.clients.set(cookies, client);
    return client;
  }

  private async converse(text: string): Promise<void> {
    const [address = '', ...rows] = text.trim().split('\n');
    const { target, cookies } = readCurl(`curl ${address}\n`, this.variables);
    const opened = await this.clientOf(cookies).fetch(target, { headers: UPGRADE });
    if (opened.webSocket === null) throw new Error(`${address}: no socket, but ${opened.status}`);
    const device = new Device(opened.webSocket);
    for (const row of rows) {
      const frame = expand(row.slice(2), this.variables);
      if (row.startsWith('> ')) device.sendText(frame);
      else
        await device.until(() => device.frames.some((given) => isLike(given, JSON.parse(frame))) || undefined, frame);
    }
  }
}

beforeEach(() => {
  // Flow counts each minute separately, so no minute may end while the page runs. The time is not the start of a
  // minute, so that nothing is late.
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now - (now % 60_000) + 30_000 });
});
afterEach(() => void vi.useRealTimers());

test('each command is answered as the page shows', async () => {
  const reader = new Reader();
  for (const block of readBlocks(page)) await reader.follow(block);
  expect(reader.answersRead).toBeGreaterThan(20);
});
