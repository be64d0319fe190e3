import { once } from 'node:events';
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
import { listen } from './loopback';

/**
 * A proxy in front of the product, on its own port. It can become unreachable, as networks do, and it can serve the
 * product as its next build would be: the names of all hashed files get an x at their ends.
 */
export class Front {
  readonly #target: URL;
  readonly #assets: readonly string[];
  readonly #upgraded = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;
  /** Serves the next build and none of the files of the current one. */
  next = false;
  /** Part of the path of a file that the server fails to serve. */
  broken: string | null = null;
  /**
   * Statements that come first in each of the app's modules: whichever runs first, it runs them before the app. The
   * pages' policy allows no inline script, and a file of its own would be missing offline.
   */
  preamble: string | null = null;

  constructor(target: string, buildDir: string) {
    this.#target = new URL(target);
    this.#assets = readdirSync(join(buildDir, 'client/assets'));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const server = createServer((asked, answer) => void this.#answer(asked, answer));
    server.on('upgrade', (asked, socket: Socket, head) => this.#upgrade(asked, socket, head));
    this.#port = await listen(server, this.#port);
    this.#server = server;
  }

  /** Stops listening and cuts open connections. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    for (const socket of this.#upgraded) socket.destroy();
    await closed;
  }

  async #answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? '/';
    if (this.broken !== null && path.includes(this.broken)) {
      answer.writeHead(503).end();
      return;
    }
    if (this.next && /^\/(sw\.js$|assets\/|app$|login$)/.test(path)) {
      await this.#answerNext(path, answer);
      return;
    }
    const { method } = asked;
    const headers = this.preamble === null ? asked.headers : { ...asked.headers, 'accept-encoding': 'identity' };
    const passed = httpRequest(
      new URL(path, this.#target),
      { method, headers },
      (given) => void this.#pass(given, answer),
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  }

  async #pass(given: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { statusCode = 502, headers } = given;
    if (this.preamble === null || !headers['content-type']?.includes('javascript')) {
      answer.writeHead(statusCode, headers);
      given.pipe(answer);
      return;
    }
    const module = `${this.preamble}\n${await text(given)}`;
    answer.writeHead(statusCode, { ...headers, 'content-length': Buffer.byteLength(module) }).end(module);
  }

  async #answerNext(path: string, answer: ServerResponse): Promise<void> {
    const present = path.replace('x.', '.');
    if (path.startsWith('/assets/') && present === path) {
      answer.writeHead(404, { 'cache-control': 'no-store' }).end();
      return;
    }
    const given = await fetch(new URL(present, this.#target));
    let body = await given.text();
    for (const name of this.#assets) body = body.replaceAll(name, name.replace('.', 'x.'));
    if (path === '/sw.js') body = body.replaceAll(/\b[0-9a-f]{16}\b/g, (buildId) => `${buildId}x`);
    const headers = new Headers(given.headers);
    for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name);
    answer.writeHead(given.status, Object.fromEntries(headers)).end(body);
  }

  #upgrade(asked: IncomingMessage, socket: Socket, head: Buffer): void {
    const passed = connect(Number(this.#target.port), this.#target.hostname);
    const lines = asked.rawHeaders.flatMap((name, i, all) => (i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : []));
    passed.write([`${asked.method} ${asked.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    passed.write(head);
    passed.pipe(socket).pipe(passed);
    this.#upgraded.add(socket);
    for (const end of [passed, socket]) end.on('error', () => end.destroy());
    socket.on('close', () => passed.destroy());
    passed.on('close', () => socket.destroy());
  }
}
