import {
  Agent,
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { errorMessage, errorStatus, type ErrorCode } from '../../../src/shared/errors.ts';
import { clientOf, type Proxies } from './client.ts';
import { refusalOf } from './refusals.ts';

/**
 * The server that browsers reach. It passes requests, sockets and streams on to the runtime, which listens on loopback.
 * Everything that Miniflare would answer by itself stays outside (refusals.ts), and so does every header by which the
 * runtime learns who the client is.
 */

export interface DoorOptions {
  /** The runtime's address, once it runs. Requests wait for it. */
  runtime: Promise<URL>;
  proxies: Proxies;
}

/** Headers of one connection (RFC 9110, 7.6.1), and `host`, which the door sets itself. This server answers `expect`. */
const OF_CONNECTION = new Set(
  'connection keep-alive proxy-connection te trailer transfer-encoding upgrade expect host'.split(' '),
);
/** Headers that speak about the client, or to Cloudflare and Miniflare. */
const ABOUT_CLIENT = /^(?:cf-|mf-|x-forwarded-|forwarded$|x-real-ip$|true-client-ip$)/;

/** The runtime closes a connection that idles for 5 s (kj::HttpServerSettings). One that is about to close is not used. */
const IDLE_MS = 2_000;

/** Returns the headers, in the form of `rawHeaders`, that are not about the connection. */
function passedOn({ rawHeaders, headers }: IncomingMessage): string[] {
  const named = new Set(headers.connection?.toLowerCase().split(/\s*,\s*/));
  return rawHeaders.flatMap((name, i, all) => {
    const lower = name.toLowerCase();
    return i % 2 === 1 || OF_CONNECTION.has(lower) || named.has(lower) ? [] : [name, all[i + 1] ?? ''];
  });
}

function headersFor(request: IncomingMessage, proxies: Proxies): string[] {
  const { address, scheme } = clientOf(request.socket.remoteAddress ?? '', request.headers, proxies);
  const own = passedOn(request).flatMap((name, i, all) =>
    i % 2 === 1 || ABOUT_CLIENT.test(name.toLowerCase()) ? [] : [name, all[i + 1] ?? ''],
  );
  return [
    'Host',
    request.headers.host ?? '',
    'CF-Connecting-IP',
    address,
    'X-Forwarded-Proto',
    scheme,
    ...own,
    ...(request.headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']),
  ];
}

const bodyOf = (code: ErrorCode): string => JSON.stringify({ error: errorMessage(code), code });
const headersOf = (body: string) => ({
  'Content-Type': 'application/json',
  'Content-Length': Buffer.byteLength(body),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});

/** Answers in the product's words. */
function refuse(response: ServerResponse, code: ErrorCode): void {
  const body = bodyOf(code);
  response.writeHead(errorStatus(code), headersOf(body)).end(body);
}

/** Answers on a connection that Node no longer reads, and ends it. */
function refuseConnection(socket: Duplex, code: ErrorCode): void {
  const body = bodyOf(code);
  const status = errorStatus(code);
  const headers = Object.entries({ ...headersOf(body), Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...headers].join('\r\n');
  socket.on('error', () => socket.destroy());
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

/** A response on a connection that Node has handed over; the connection ends with it. */
function lastResponse(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  if (socket instanceof Socket) response.assignSocket(socket);
  response.on('finish', () => socket.end(() => socket.destroy()));
  return response;
}

/** Sends the runtime's answer to the client, as it arrives. */
function passBack(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', passedOn(answer));
  // The first event of a stream may be far away.
  response.flushHeaders();
  pipeline(answer, response, () => {});
}

export function createDoor({ runtime, proxies }: DoorOptions): Server {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

  const optionsFor = (request: IncomingMessage, { hostname, port }: URL): RequestOptions => ({
    hostname,
    port,
    method: request.method,
    path: request.url,
    headers: headersFor(request, proxies),
    agent,
  });

  const passOn = async (request: IncomingMessage, response: ServerResponse) => {
    const refused = refusalOf(request);
    if (refused !== null) return refuse(response, refused);
    const outgoing = httpRequest(optionsFor(request, await runtime), (answer) => passBack(answer, response));
    outgoing.on('error', () => (response.headersSent ? response.destroy() : refuse(response, 'unavailable')));
    response.on('close', () => {
      if (!response.writableFinished) outgoing.destroy();
    });
    request.pipe(outgoing);
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refused = refusalOf(request);
    if (refused !== null) return refuseConnection(socket, refused);
    socket.on('error', () => socket.destroy());
    const options = optionsFor(request, await runtime);
    const headers = [...headersFor(request, proxies), 'Connection', 'Upgrade', 'Upgrade', 'websocket'];
    const outgoing = httpRequest({ ...options, headers, agent: false });
    // The client's next bytes reach the runtime only after a 101: they could be another request.
    outgoing.on('response', (answer) => passBack(answer, lastResponse(request, socket)));
    outgoing.on('error', () => refuseConnection(socket, 'unavailable'));
    outgoing.on('upgrade', ({ rawHeaders }, inside, first) => {
      const lines = rawHeaders.flatMap((name, i, all) => (i % 2 === 1 ? [] : [`${name}: ${all[i + 1] ?? ''}\r\n`]));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
      socket.write(first);
      inside.write(head);
      pipeline(inside, socket, () => {});
      pipeline(socket, inside, () => {});
    });
    socket.on('close', () => outgoing.destroy());
    outgoing.end();
  };

  // A missing Host is refused in the product's words.
  const door = createServer({ requireHostHeader: false }, (request, response) => {
    passOn(request, response).catch(() => response.destroy());
  });
  door.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrade(request, socket, head).catch(() => socket.destroy());
  });
  door.on('connect', (_request: IncomingMessage, socket: Duplex) => refuseConnection(socket, 'not_found'));
  door.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Duplex) => {
    if (socket.writable) refuseConnection(socket, code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'invalid_input');
    else socket.destroy();
  });
  return door;
}
