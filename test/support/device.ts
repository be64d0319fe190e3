import type { DownFrame } from '../../src/shared/protocol/down';
import type { UpFrame } from '../../src/shared/protocol/up';

const WAIT_MS = 15_000;

type FrameOf<Type extends DownFrame['type']> = Extract<DownFrame, { type: Type }>;

/** The common interface of the sockets of `ws` and workerd. */
export interface RawSocket {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void;
  send(data: string | ArrayBuffer): void;
  close(code?: number): void;
}

/** A bare socket with frames: it sends what the test tells it to, and keeps what it receives. */
export class RawDevice<Socket extends RawSocket = RawSocket> {
  readonly socket: Socket;
  readonly frames: DownFrame[] = [];
  /** Received messages that are not frames. */
  readonly texts: string[] = [];
  closed: { code: number; reason: string } | null = null;
  /** Receives every message when set; messages are then not kept. */
  onText: ((text: string) => void) | null = null;
  private wake: (() => void)[] = [];
  private unread = 0;

  constructor(socket: Socket, read: (text: string) => DownFrame) {
    this.socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const text = String(data);
      if (this.onText !== null) return this.onText(text);
      if (text.startsWith('{')) this.frames.push(read(text));
      else this.texts.push(text);
      this.notify();
    });
    socket.addEventListener('close', ({ code, reason }) => {
      this.closed = { code, reason };
      this.notify();
    });
  }

  send(frame: UpFrame): void {
    this.sendText(JSON.stringify(frame));
  }

  sendText(text: string | ArrayBuffer): void {
    this.socket.send(text);
  }

  /** Resolves to the next frame of that type that no earlier call has returned. Frames before it count as read. */
  async next<Type extends DownFrame['type']>(type: Type): Promise<FrameOf<Type>> {
    const isWanted = (frame: DownFrame): frame is FrameOf<Type> => frame.type === type;
    return await this.until(() => {
      const frame = this.frames.slice(this.unread).find(isWanted);
      if (frame) this.unread = this.frames.indexOf(frame) + 1;
      return frame;
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
