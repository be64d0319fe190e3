import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Envelope, parseEnvelope, reportedErrors, type ReportedError } from './envelope';

const PUBLIC_KEY = 'c0ffee';
const PROJECT = '42';

/** A Sentry on loopback that takes envelopes of its one project, and refuses and notes what is none. */
export class FakeSentry {
  readonly envelopes: Envelope[] = [];
  /** What it refused, and why. */
  readonly refused: string[] = [];
  /** The headers of each request, in lower case. */
  readonly headers: IncomingMessage['headers'][] = [];
  /** All that it was sent, as text. */
  readonly sent: string[] = [];
  private port = 0;
  private readonly server: Server = createServer((request, response) => {
    void this.take(request).then((status) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
    );
  });

  get dsn(): string {
    return `http://${PUBLIC_KEY}@127.0.0.1:${this.port}/${PROJECT}`;
  }

  get errors(): ReportedError[] {
    return this.envelopes.flatMap(reportedErrors);
  }

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

  private async take(request: IncomingMessage): Promise<number> {
    const body = await buffer(request);
    this.headers.push(request.headers);
    this.sent.push(body.toString('utf8'));
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sentry.test');
      const call = `${request.method} ${pathname}`;
      if (call !== `POST /api/${PROJECT}/envelope/`) throw new Error(`No such call: ${call}`);
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
