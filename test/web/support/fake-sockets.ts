import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { DownFrame } from '../../../src/shared/protocol/down';
import { eventually } from '../../support/eventually';

/** Replaces WebSocket; the test opens it and sends its messages. */
export class FakeWebSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: FakeWebSocket[] = [];
  readonly url: string;
  readyState = 0;
  readonly sent: string[] = [];

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    FakeWebSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  async open(): Promise<void> {
    this.readyState = FakeWebSocket.OPEN;
    await act(async () => this.dispatchEvent(new Event('open')));
  }

  async closeWith(code: number, reason = ''): Promise<void> {
    this.readyState = 3;
    await act(async () => this.dispatchEvent(new CloseEvent('close', { code, reason })));
  }

  async receive(frame: DownFrame): Promise<void> {
    await act(async () => this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) })));
  }
}

export function stubSockets(): void {
  FakeWebSocket.all = [];
  vi.stubGlobal('WebSocket', FakeWebSocket);
}

/** Waits for the newest socket to an address. */
export async function socketTo(part: string): Promise<FakeWebSocket> {
  return eventually(() => {
    const socket = FakeWebSocket.all.findLast(({ url }) => url.includes(part));
    if (!socket) throw new Error(`No socket to ${part}`);
    return socket;
  });
}
