import { readdirSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from './free-port';

/** The next build has the same files under other names: what Vite's hashes would do. */
const NEXT_SUFFIX = 'x';
const BUILD_ID = /\b[0-9a-f]{16}\b/g;

const isShell = (path: string): boolean => path === '/app' || path === '/login';

/**
 * A proxy before the product, on a port of its own: it can go away, as networks do, and it can serve the product as its
 * next build would be, with other names for all hashed files.
 */
export class Front {
  readonly #target: URL;
  readonly #assets: readonly string[];
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;
  /** Serves the next build, and none of the files of this one. */
  next = false;
  /** Of the next build only the shell is not there yet. */
  shellLags = false;
  /** Part of the path of what the server fails to serve. */
  broken: string | null = null;

  constructor(target: string, buildDir: string) {
    this.#target = new URL(target);
    this.#assets = readdirSync(join(buildDir, 'client/assets'));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#port ||= await freePort();
    const server = createServer((asked, answer) => void this.#answer(asked, answer));
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.on('upgrade', (asked, socket: Socket, head) => this.#upgrade(asked, socket, head));
    await new Promise<void>((resolve) => {
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#server = server;
  }

  /** Nobody listens any more, and what was open is cut. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => {
      if (server) server.close(resolve);
      else resolve(null);
    });
  }

  async #answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? '/';
    if (this.broken !== null && path.includes(this.broken)) {
      answer.writeHead(503).end();
      return;
    }
    if (this.next && this.#isOfNext(path)) {
      await this.#answerNext(path, answer);
      return;
    }
    const { hostname, port } = this.#target;
    const { method, headers } = asked;
    const passed = httpRequest({ hostname, port, path, method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  }

  #isOfNext(path: string): boolean {
    return path === '/sw.js' || path.startsWith('/assets/') || (isShell(path) && !this.shellLags);
  }

  async #answerNext(path: string, answer: ServerResponse): Promise<void> {
    const present = path.replace(`${NEXT_SUFFIX}.`, '.');
    if (path.startsWith('/assets/') && present === path) {
      answer.writeHead(404, { 'cache-control': 'no-store' }).end();
      return;
    }
    const given = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest(new URL(present, this.#target), resolve).on('error', reject).end();
    });
    let body = await text(given);
    for (const name of this.#assets) body = body.replaceAll(name, name.replace('.', `${NEXT_SUFFIX}.`));
    if (path === '/sw.js') body = body.replaceAll(BUILD_ID, (id) => `${id}${NEXT_SUFFIX}`);
    const { 'content-length': _length, etag: _etag, ...headers } = given.headers;
    answer.writeHead(given.statusCode ?? 502, headers).end(body);
  }

  #upgrade(asked: IncomingMessage, socket: Socket, head: Buffer): void {
    const passed = connect(Number(this.#target.port), this.#target.hostname);
    const lines = asked.rawHeaders.flatMap((name, i, all) => (i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : []));
    passed.write([`${asked.method} ${asked.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    passed.write(head);
    passed.pipe(socket).pipe(passed);
    for (const end of [passed, socket]) end.on('error', () => end.destroy());
    socket.on('close', () => passed.destroy());
    passed.on('close', () => socket.destroy());
  }
}
