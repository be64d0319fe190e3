/** Stand-ins of workerd's sockets: both ends of a pair are in this process. */

type Listener = (event: { data?: unknown; code?: number; reason?: string }) => void;

/** What an object hears of the sockets that it has accepted. */
export interface SocketHost {
  message(socket: ServerSocket, data: unknown): void;
  closed(socket: ServerSocket, code: number, reason: string): void;
}

/** Without a code, the other side hears this one (RFC 6455 section 7.4.1). */
const NO_CODE = 1005;
const LOST = 1006;

/** The client's end, as `fetch` returns it. */
class ClientSocket {
  private readonly listeners: Record<string, Listener[]> = {};
  private waiting: (() => void)[] | null = [];
  private isClosed = false;

  constructor(private readonly server: () => ServerSocket) {}

  addEventListener(type: string, listener: Listener): void {
    (this.listeners[type] ??= []).push(listener);
  }

  /** From now on the listeners are called. */
  accept(): void {
    const waiting = this.waiting ?? [];
    this.waiting = null;
    for (const tell of waiting) tell();
  }

  send(data: unknown): void {
    queueMicrotask(() => this.server().received(data));
  }

  close(code = NO_CODE, reason = ''): void {
    queueMicrotask(() => this.server().ended(code, reason));
  }

  hear(type: 'message' | 'close', event: Parameters<Listener>[0]): void {
    const tell = (): void => {
      if (this.isClosed) return;
      this.isClosed = type === 'close';
      for (const listener of this.listeners[type] ?? []) listener(event);
    };
    queueMicrotask(() => (this.waiting === null ? tell() : this.waiting.push(tell)));
  }
}

/** The object's end. It outlives the object, as it does in hibernation. */
export class ServerSocket {
  readonly client = new ClientSocket(() => this);
  host: SocketHost | null = null;
  private attachment: unknown = null;
  private hasClosed = false;
  private hasEnded = false;

  serializeAttachment(attachment: unknown): void {
    this.attachment = structuredClone(attachment);
  }

  deserializeAttachment(): unknown {
    return structuredClone(this.attachment);
  }

  send(data: string): void {
    if (this.hasClosed) throw new TypeError("Can't call WebSocket send() after close().");
    this.client.hear('message', { data });
  }

  close(code = NO_CODE, reason = ''): void {
    this.hasClosed = true;
    this.client.hear('close', { code, reason });
  }

  received(data: unknown): void {
    if (!this.hasClosed) this.host?.message(this, data);
  }

  /** The client has closed its end, also in answer to {@link close}. */
  ended(code: number, reason: string): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.host?.closed(this, code, reason);
    this.close(code, reason);
  }

  /** The object's process has ended. */
  lose(): void {
    this.hasClosed = true;
    this.hasEnded = true;
    this.client.hear('close', { code: LOST, reason: '' });
  }
}

class SocketPair {
  readonly 1 = new ServerSocket();
  readonly 0 = this[1].client;
}

/** Node's `Response` refuses the status of an upgrade. */
class UpgradableResponse extends Response {
  constructor(body?: BodyInit | null, init: ResponseInit & { webSocket?: unknown } = {}) {
    super(body, init.status === 101 ? { ...init, status: 200 } : init);
    if (init.status === 101)
      Object.defineProperties(this, { status: { value: 101 }, webSocket: { value: init.webSocket } });
  }
}

/** Gives this process the globals that workerd has and Node has not. */
export function installSockets(): void {
  Object.defineProperty(Response.prototype, 'webSocket', { value: null, configurable: true });
  Object.assign(globalThis, {
    WebSocketPair: SocketPair,
    WebSocketRequestResponsePair: Object,
    Response: UpgradableResponse,
  });
}
