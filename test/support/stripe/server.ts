import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../loopback';
import { Refusal } from './api';
import { type Doors, doorsOf } from './doors';
import { FakeStripe, NoAnswer } from './fake';

const KEYS = {
  secretKey: 'sk_test_headroom',
  publishableKey: 'pk_test_headroom',
  webhookSecret: 'whsec_headroom_test_secret',
} as const;

export interface RunningFake {
  /** `http://127.0.0.1:port`, also for the control calls. */
  url: string;
  fake: FakeStripe;
  doors: Doors;
  keys: typeof KEYS;
  stop: () => void;
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const body = await buffer(incoming);
  const { method = 'GET', url = '/', headersDistinct } = incoming;
  const headers = Object.entries(headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]);
  const init = { method, headers: Object.fromEntries(headers), body: method === 'GET' ? null : body };
  return new Request(`http://127.0.0.1${url}`, init);
}

const isDoor = (doors: Doors, name: string): name is keyof Doors => name in doors;

/** Runs a control call: returns its result, or Stripe's refusal. */
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

async function answer({ fake, doors }: RunningFake, incoming: IncomingMessage, outgoing: ServerResponse) {
  try {
    const request = await requestOf(incoming);
    const [, door] = /^\/_test\/(.+)$/.exec(incoming.url ?? '') ?? [];
    const response =
      door === undefined ? await fake.handle(request) : enter(doors, door, JSON.parse(await request.text()));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  } catch (error) {
    if (error instanceof NoAnswer) return incoming.socket.destroy();
    // An error in the fake itself: it must not look like a fault that a test requested.
    fake.unexpected.push(`${incoming.method} ${incoming.url}: ${String(error)}`);
    outgoing.writeHead(501).end(JSON.stringify({ error: { type: 'api_error', message: String(error) } }));
  }
  return undefined;
}

/** Starts a fake Stripe on a free port of loopback. It does not keep the process alive. */
export async function startFakeStripe(): Promise<RunningFake> {
  const fake = new FakeStripe();
  const server = createServer((incoming, outgoing) => void answer(running, incoming, outgoing));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const running: RunningFake = { url: '', fake, doors: doorsOf(fake), keys: KEYS, stop };
  server.on('connection', (socket) => socket.unref());
  // A caller that reuses a kept connection must not find it just closed.
  server.keepAliveTimeout = 0;
  const port = await listen(server);
  server.unref();
  running.url = `http://127.0.0.1:${port}`;
  return running;
}
