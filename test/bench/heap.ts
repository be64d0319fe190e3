import { WebSocket } from 'ws';

interface Answer {
  id?: number;
  result?: { usedSize?: number; backingStorageSize?: number };
}

/** The JavaScript heap of a running worker's isolate, asked for through the runtime's inspector. */
export class Heap {
  private readonly socket: WebSocket;
  private lastId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
  }

  /** @param inspector as the runtime names it */
  static async of(inspector: URL): Promise<Heap> {
    const listed = await fetch(new URL('/json', inspector.href.replace('ws:', 'http:')));
    const targets: { id: string; webSocketDebuggerUrl: string }[] = JSON.parse(await listed.text());
    // The runtime's own helpers are isolates, too.
    const target = targets.find(({ id }) => id.startsWith('core:user:'));
    if (target === undefined) throw new Error(`No worker among ${targets.map(({ id }) => id).join(', ')}`);
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return new Heap(socket);
  }

  /** Bytes of objects and array buffers that are in use, or not collected yet. */
  async used(): Promise<number> {
    const { result } = await this.ask('Runtime.getHeapUsage');
    if (result?.usedSize === undefined || result.backingStorageSize === undefined) throw new Error('No heap usage');
    return result.usedSize + result.backingStorageSize;
  }

  /** V8 collects before it takes a snapshot; workerd leaves `HeapProfiler.collectGarbage` unanswered. */
  async collect(): Promise<void> {
    await this.ask('HeapProfiler.takeHeapSnapshot');
  }

  close(): void {
    this.socket.terminate();
  }

  private ask(method: string): Promise<Answer> {
    const id = ++this.lastId;
    this.socket.send(JSON.stringify({ id, method }));
    return new Promise((resolve) => {
      const listen = (data: Buffer) => {
        const answer: Answer = JSON.parse(data.toString());
        if (answer.id !== id) return;
        this.socket.off('message', listen);
        resolve(answer);
      };
      this.socket.on('message', listen);
    });
  }
}
