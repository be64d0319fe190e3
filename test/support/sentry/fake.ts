import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Envelope, parseEnvelope, reportedErrors, type ReportedError } from './envelope';

const PUBLIC_KEY = 'c0ffee';
const PROJECT = '42';

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** A Sentry on loopback that takes envelopes of its one project, and refuses and notes what is none. */
export class FakeSentry {
  readonly envelopes: Envelope[] = [];
  /** What it refused, and why. */
  readonly refused: string[] = [];
  /** The headers of each request, in lower case. */
  readonly headers: IncomingMessage['headers'][] = [];
  /** What it answers instead, when it is down. */
  status = 200;
  private port = 0;
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request, response);
  });

  get dsn(): string {
    return `http://${PUBLIC_KEY}@127.0.0.1:${this.port}/${PROJECT}`;
  }

  get errors(): ReportedError[] {
    return this.envelopes.flatMap(reportedErrors);
  }

  /** All that it was sent, as text. */
  readonly sent: string[] = [];

  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('No port');
    this.port = address.port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.writeHead(await this.take(request), { 'content-type': 'application/json' });
    response.end('{}');
  }

  private async take(request: IncomingMessage): Promise<number> {
    const body = await bytesOf(request);
    this.headers.push(request.headers);
    this.sent.push(body.toString('utf8'));
    try {
      if (this.status !== 200) return this.status;
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sentry.test');
      if (request.method !== 'POST' || pathname !== `/api/${PROJECT}/envelope/`)
        throw new Error(`No such call: ${pathname}`);
      const envelope = parseEnvelope(body);
      const key = searchParams.get('sentry_key') ?? (envelope.dsn && new URL(envelope.dsn).username);
      if (key !== PUBLIC_KEY) throw new Error(`Not our key: ${key}`);
      this.envelopes.push(envelope);
      return 200;
    } catch (error) {
      this.refused.push(String(error));
      return 400;
    }
  }
}
