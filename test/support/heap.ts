import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';

const TargetsSchema = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }));
const AnswerSchema = z.object({ id: z.int(), result: z.object({ usedSize: z.optional(z.number()) }) });

/** Looks into the heap of a worker: what the runtime holds besides is not in it. */
export class HeapProbe {
  private readonly waiting = new Map<number, (result: z.infer<typeof AnswerSchema>['result']) => void>();
  private lastId = 0;
  private readonly socket: WebSocket;
  private readonly wake: () => Promise<unknown>;

  private constructor(socket: WebSocket, wake: () => Promise<unknown>) {
    this.socket = socket;
    this.wake = wake;
    socket.on('message', (data: Buffer) => {
      const { data: answer } = z.safeParse(AnswerSchema, JSON.parse(String(data)));
      if (answer === undefined) return;
      this.waiting.get(answer.id)?.(answer.result);
      this.waiting.delete(answer.id);
    });
  }

  /** @param wake gives the worker something to do: an idle worker does not even collect its garbage */
  static async open(inspector: URL, worker: string, wake: () => Promise<unknown>): Promise<HeapProbe> {
    const answer = await fetch(new URL('/json', inspector.href.replace('ws:', 'http:')));
    const targets = z.parse(TargetsSchema, await answer.json());
    const target = targets.find(({ id }) => id === `core:user:${worker}`);
    if (target === undefined) throw new Error(`No worker ${worker} to look into`);
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await once(socket, 'open');
    return new HeapProbe(socket, wake);
  }

  /** Bytes of JavaScript objects, garbage included. */
  async usedBytes(): Promise<number> {
    return (await this.ask('Runtime.getHeapUsage')).usedSize ?? Number.NaN;
  }

  /** Bytes of JavaScript objects that the worker holds after a garbage collection. */
  async heldBytes(): Promise<number> {
    const garbage = { isGone: false };
    const collected = this.ask('HeapProfiler.collectGarbage').then(() => (garbage.isGone = true));
    // oxlint-disable-next-line no-await-in-loop -- one call after the other, until the garbage is gone
    while (!garbage.isGone) await this.wake();
    await collected;
    return await this.usedBytes();
  }

  close(): void {
    this.socket.close();
  }

  private async ask(method: string): Promise<z.infer<typeof AnswerSchema>['result']> {
    const id = ++this.lastId;
    const answered = new Promise<z.infer<typeof AnswerSchema>['result']>((resolve) => this.waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method }));
    return await answered;
  }
}
