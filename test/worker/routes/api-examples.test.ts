import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import page from '../../../docs/api.md?raw';
import { type Answer, type Client, createClient } from '../support/client';
import { Device } from '../support/device';
import { type Block, readBlocks } from '../support/examples/blocks';
import { expectCsv, expectShown, isLike } from '../support/examples/compare';
import { type Curl, expand, readAssignment, readCurl, type Variables } from '../support/examples/shell';
import { UPGRADE } from '../support/sockets';

/** Minutes are counted apart: none ends while the page is tried. Not at its start, so that nothing is late. */
const MID_MINUTE_MS = 30_000;

/** Follows the page as a person would, block by block. */
class Reader {
  readonly variables: Variables = new Map();
  private readonly cookies = new Map<string, Client>();
  private answer: Answer | undefined;
  answersRead = 0;

  async follow({ language, text, line }: Block): Promise<void> {
    if (language === 'socket') return this.converse(text, line);
    if (language === 'json') {
      this.answersRead += 1;
      expectShown(JSON.parse(text), this.answer?.body, this.variables, `the answer in line ${line}`);
      return undefined;
    }
    if (language === 'csv') {
      this.answersRead += 1;
      expectCsv(text, this.answer?.text ?? '', this.variables, `the file in line ${line}`);
      return undefined;
    }
    if (text.startsWith('curl ')) {
      this.answer = await this.call(readCurl(text, this.variables));
      return undefined;
    }
    for (const row of text.trim().split('\n')) {
      if (!readAssignment(row, this.variables)) throw new Error(`Line ${line}: nobody tries ${row}`);
    }
    return undefined;
  }

  private clientOf(cookies: string | undefined): Client {
    if (cookies === undefined) return createClient();
    const client = this.cookies.get(cookies) ?? createClient();
    this.cookies.set(cookies, client);
    return client;
  }

  private async call({ method, target, headers, body, readsCookies, writesCookies }: Curl): Promise<Answer> {
    const client = this.clientOf(readsCookies ?? writesCookies);
    return await client.call(method, target, { headers, body });
  }

  private async converse(text: string, line: number): Promise<void> {
    const [address = '', ...rows] = text.trim().split('\n');
    const { target, readsCookies } = readCurl(`curl ${address}\n`, this.variables);
    const opened = await this.clientOf(readsCookies).fetch(target, { headers: UPGRADE });
    if (opened.webSocket === null) throw new Error(`Line ${line}: no socket, but ${opened.status}`);
    const device = new Device(opened.webSocket);
    for (const row of rows) {
      const frame = expand(row.slice(2), this.variables);
      if (row.startsWith('> ')) device.sendText(frame);
      else
        await device.until(() => device.frames.some((given) => isLike(given, JSON.parse(frame))) || undefined, frame);
    }
  }
}

describe('docs/api.md', () => {
  beforeEach(() => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now - (now % 60_000) + MID_MINUTE_MS });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('each command is answered as the page shows', async () => {
    const reader = new Reader();
    for (const block of readBlocks(page)) await reader.follow(block);
    expect(reader.answersRead).toBeGreaterThan(20);
  });
});
