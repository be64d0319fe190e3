import { type DownFrame, DownFrameSchema } from '../../../src/shared/protocol/down';
import type { UpFrame } from '../../../src/shared/protocol/up';
import * as z from 'zod/mini';

const WAIT_MS = 15_000;
const CLOSE_WITHIN_MS = 200;

type FrameOf<Type extends DownFrame['type']> = Extract<DownFrame, { type: Type }>;

const opened: Device[] = [];

/** Closes what the test left open: a runtime that is wiped under open sockets complains. */
export async function closeDevices(): Promise<void> {
  await Promise.all(
    opened.splice(0).map(async (device) => {
      if (device.closed !== null) return;
      device.socket.close();
      await Promise.race([device.closedWith(), new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS))]);
    }),
  );
}

/** A device on a socket: keeps every frame that it was sent, each checked against the wire's schema. */
export class Device {
  readonly frames: DownFrame[] = [];
  readonly texts: string[] = [];
  closed: { code: number; reason: string } | null = null;
  private wake: (() => void)[] = [];
  private unread = 0;

  constructor(readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string' && data.startsWith('{')) {
        this.frames.push(z.parse(DownFrameSchema, JSON.parse(data)));
      } else this.texts.push(String(data));
      this.notify();
    });
    socket.addEventListener('close', ({ code, reason }) => {
      this.closed = { code, reason };
      // Completes the handshake, as a browser would.
      socket.close();
      this.notify();
    });
    socket.accept();
    opened.push(this);
  }

  send(frame: UpFrame): void {
    this.socket.send(JSON.stringify(frame));
  }

  sendText(text: string | ArrayBuffer): void {
    this.socket.send(text);
  }

  /** The next frame of that type that no earlier call has returned; others before it count as read. */
  async next<Type extends DownFrame['type']>(type: Type): Promise<FrameOf<Type>> {
    const isWanted = (frame: DownFrame | undefined): frame is FrameOf<Type> => frame?.type === type;
    return await this.until(() => {
      for (let i = this.unread; i < this.frames.length; i++) {
        const frame = this.frames[i];
        if (isWanted(frame)) {
          this.unread = i + 1;
          return frame;
        }
      }
      return undefined;
    }, `a frame ${type}`);
  }

  async closedWith(): Promise<number> {
    return await this.until(() => this.closed?.code, 'the close');
  }

  /** All frames of that type so far. */
  all<Type extends DownFrame['type']>(type: Type): FrameOf<Type>[] {
    return this.frames.filter((frame): frame is FrameOf<Type> => frame.type === type);
  }

  async until<T>(look: () => T | undefined, what: string): Promise<T> {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (Date.now() > deadline) {
        throw new Error(
          `Waited in vain for ${what}; got ${JSON.stringify(this.frames.slice(-5))}, ${JSON.stringify(this.closed)}`,
        );
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 50);
        this.wake.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  private notify(): void {
    for (const wake of this.wake.splice(0)) wake();
  }
}
