import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../loopback';
import { type Envelope, parseEnvelope, reportedErrors, type ReportedError } from './envelope';

const PUBLIC_KEY = 'c0ffee';
const PROJECT = '42';

/** A Sentry on loopback that accepts envelopes of its one project, and refuses and records everything else. */
export class FakeSentry {
  readonly envelopes: Envelope[] = [];
  /** The refused requests and the reasons. */
  readonly refused: string[] = [];
  /** The headers of each request, in lower case. */
  readonly headers: IncomingMessage['headers'][] = [];
  /** Everything that it received, as text. */
  readonly sent: string[] = [];
  dsn = '';
  private readonly server = createServer((request, response) => {
    void this.take(request).finally(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });

  get errors(): ReportedError[] {
    return this.envelopes.flatMap(reportedErrors);
  }

  async start(): Promise<void> {
    const port = await listen(this.server);
    this.dsn = `http://${PUBLIC_KEY}@127.0.0.1:${port}/${PROJECT}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async take(request: IncomingMessage): Promise<void> {
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
    } catch (error) {
      this.refused.push(String(error));
    }
  }
}
