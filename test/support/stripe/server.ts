import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Stripe } from 'stripe';
import { FakeStripe } from './fake';
import { NoAnswer } from './faults';
import { Params } from './params';

const KEYS = {
  secretKey: 'sk_test_headroom',
  publishableKey: 'pk_test_headroom',
  webhookSecret: 'whsec_headroom_test_secret',
} as const;

export interface RunningFake {
  /** `http://127.0.0.1:port`, also of its control. */
  url: string;
  fake: FakeStripe;
  keys: typeof KEYS;
  /** A real client for it that does not retry. */
  stripe: Stripe;
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

async function answer(fake: FakeStripe, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const response = await fake.handle(await requestOf(incoming));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  } catch (error) {
    if (error instanceof NoAnswer) {
      if (error.how === 'hang') await fake.faults.healing;
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
  const fake = new FakeStripe(Params.load(), KEYS.webhookSecret);
  const server = createServer((incoming, outgoing) => void answer(fake, incoming, outgoing));
  server.on('connection', (socket) => socket.unref());
  // A caller that takes up a kept connection must not find it closed in that moment.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const { port } = address;
  const stripe = new Stripe(KEYS.secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  return { url: `http://127.0.0.1:${port}`, keys: KEYS, fake, stripe, stop };
}
