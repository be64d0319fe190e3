import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';

const TargetsSchema = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }));
const AnswerSchema = z.object({ id: z.int(), result: z.object({ usedSize: z.optional(z.number()) }) });

/** The bytes of JavaScript that a worker holds after a garbage collection: what the runtime holds besides is not in it. */
export async function heapBytes(inspector: URL, worker: string): Promise<number> {
  const answer = await fetch(new URL('/json', inspector.href.replace('ws:', 'http:')));
  const targets = z.parse(TargetsSchema, await answer.json());
  const target = targets.find(({ id }) => id === `core:user:${worker}`);
  if (target === undefined) throw new Error(`No worker ${worker} to look into`);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  const ask = async (id: number, method: string): Promise<number | undefined> => {
    socket.send(JSON.stringify({ id, method }));
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one message after the other
      const [data]: Buffer[] = await once(socket, 'message');
      const { data: read } = z.safeParse(AnswerSchema, JSON.parse(String(data)));
      if (read?.id === id) return read.result.usedSize;
    }
  };
  await ask(1, 'HeapProfiler.collectGarbage');
  const used = await ask(2, 'Runtime.getHeapUsage');
  socket.close();
  return used ?? Number.NaN;
}
