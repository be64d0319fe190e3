import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listen } from './loopback';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** How often a nonce is accepted. */
const NONCE_USES = 3;
const REALM = 'AXIS_ACCC8E000000';

/**
 * A camera on loopback that answers `live-sum.json` as Axis documents it. It is strict about Digest: each nonce is its
 * own, is accepted a few times, and each time with the next count.
 */
export class FakeCamera {
  counts = { in: 0, out: 0, timestamp: '20260731220000' };
  /** A camera that is down closes each connection. */
  isDown = false;
  /** Calls of any kind. */
  asked = 0;
  /** Calls that were answered with counts. */
  answered = 0;
  private readonly nonces = new Map<string, number>();
  private readonly server = createServer((request, response) => {
    this.asked += 1;
    if (this.isDown) return void request.socket.destroy();
    if (!this.isLoggedIn(request)) {
      const nonce = randomBytes(8).toString('hex');
      this.nonces.set(nonce, 0);
      const digest = `Digest realm="${REALM}", nonce="${nonce}", algorithm=MD5, qop="auth"`;
      return void response.writeHead(401, { 'www-authenticate': `${digest}, Basic realm="${REALM}"` }).end();
    }
    if (request.url !== '/local/tvpc/.api?live-sum.json') return void response.writeHead(404).end('Not Found');
    this.answered += 1;
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ serial: 'ACCC8E000000', name: 'Exit south', ...this.counts }));
  });

  constructor(private readonly credentials: { user: string; password: string }) {}

  /** Returns the address of its counts. */
  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.server)}/local/tvpc/.api?live-sum.json`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private isLoggedIn({ headers, method = '', url = '' }: IncomingMessage): boolean {
    const [, list] = /^Digest (.*)$/.exec(headers.authorization ?? '') ?? [];
    const fields = new Map(
      [...(list ?? '').matchAll(/(\w+)=(?:"([^"]*)"|([^",\s]*))/g)].map(([, name, quoted, plain]) => [
        name,
        quoted ?? plain ?? '',
      ]),
    );
    const { user, password } = this.credentials;
    const [nonce = '', nc = '', cnonce = ''] = ['nonce', 'nc', 'cnonce'].map((name) => fields.get(name));
    const uses = this.nonces.get(nonce);
    if (uses === undefined || uses >= NONCE_USES || nc !== (uses + 1).toString(16).padStart(8, '0')) return false;
    this.nonces.set(nonce, uses + 1);
    const secret = md5(`${user}:${REALM}:${password}`);
    const response = md5(`${secret}:${nonce}:${nc}:${cnonce}:auth:${md5(`${method}:${url}`)}`);
    return (
      fields.get('username') === user &&
      fields.get('realm') === REALM &&
      fields.get('uri') === url &&
      fields.get('qop') === 'auth' &&
      cnonce !== '' &&
      fields.get('response') === response
    );
  }
}
