import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Doors } from './control';
import { doorsOf } from './doors';
import { FakeStripe, NoAnswer } from './fake';
import { Refusal } from './refusal';

const KEYS = {
  secretKey: 'sk_test_headroom',
  publishableKey: 'pk_test_headroom',
  webhookSecret: 'whsec_headroom_test_secret',
} as const;

export interface RunningFake {
  /** `http://127.0.0.1:port`, also of its doors. */
  url: string;
  fake: FakeStripe;
  doors: Doors;
  keys: typeof KEYS;
  stop: () => Promise<void>;
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const method = incoming.method ?? 'GET';
  const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks);
  const headers = Object.entries(incoming.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]);
  return new Request(`http://127.0.0.1${incoming.url ?? '/'}`, { method, headers: Object.fromEntries(headers), body });
}

const isDoor = (doors: Doors, name: string): name is keyof Doors => name in doors;

/** A call of a door: what it answers, or what Stripe refused. */
function enter(doors: Doors, name: string, args: never[]): Response {
  if (!isDoor(doors, name)) return new Response(`No door ${name}`, { status: 404 });
  try {
    const door: (...given: never[]) => unknown = doors[name];
    return Response.json(door(...args) ?? null);
  } catch (error) {
    if (error instanceof Refusal) return Response.json(error.body, { status: error.status });
    throw error;
  }
}

async function answer(
  { fake, doors }: RunningFake,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const request = await requestOf(incoming);
    const [, door] = /^\/_test\/(.+)$/.exec(incoming.url ?? '') ?? [];
    const response =
      door === undefined ? await fake.handle(request) : enter(doors, door, JSON.parse(await request.text()));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  } catch (error) {
    if (error instanceof NoAnswer) {
      incoming.socket.destroy();
      return;
    }
    // A mistake of the fake itself: it must not look like a fault that somebody asked for.
    fake.unexpected.push(`${incoming.method} ${incoming.url}: ${String(error)}`);
    outgoing.writeHead(501).end(JSON.stringify({ error: { type: 'api_error', message: String(error) } }));
  }
}

/** Starts a fake of Stripe on a free port of loopback. It does not keep the process alive. */
export async function startFakeStripe(): Promise<RunningFake> {
  const fake = new FakeStripe();
  const server = createServer((incoming, outgoing) => void answer(running, incoming, outgoing));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  const running: RunningFake = { url: '', fake, doors: doorsOf(fake), keys: KEYS, stop };
  server.on('connection', (socket) => socket.unref());
  // A caller that takes up a kept connection must not find it closed in that moment.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  running.url = `http://127.0.0.1:${address.port}`;
  return running;
}
