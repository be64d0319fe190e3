import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, readProxies } from '../../../scripts/local/door/client';
import { createDoor } from '../../../scripts/local/door/front-door';

/** What has reached the runtime. */
const reached: { url: string | undefined; method: string | undefined; headers: IncomingMessage['headers'] }[] = [];

/** Stands in for the runtime: opens sockets at /socket and echoes them, streams at /stream, breaks off at /broken. */
const inside = createServer((request, response) => {
  reached.push({ url: request.url, method: request.method, headers: request.headers });
  if (request.url === '/stream') return void response.write('first');
  if (request.url === '/broken') return void request.socket.destroy();
  response.setHeader('Set-Cookie', ['a=1', 'b=2']);
  return void text(request).then((body) => response.end(`got ${body}`));
});
inside.on('upgrade', (request: IncomingMessage, socket, head) => {
  reached.push({ url: request.url, method: request.method, headers: request.headers });
  if (request.url !== '/socket') return socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno');
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello ');
  socket.write(head);
  return socket.pipe(socket);
});

const portOf = (server: ReturnType<typeof createServer>): number => {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};

/** Opens the door to a runtime at this port. It trusts the proxy at this address. */
async function doorTo(port: number, proxy = '10.0.0.1') {
  const runtime = Promise.resolve(new URL(`http://127.0.0.1:${port}`));
  const proxies = readProxies({ TRUSTED_PROXY: 'forwarded', PROXY_ADDRESS: proxy }, '0.0.0.0');
  const door = createDoor({ runtime, proxies }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  return {
    close: () => door.close().closeAllConnections(),
    connect: () => connect({ port: portOf(door), host: '127.0.0.1' }),
  };
}

let door: Awaited<ReturnType<typeof doorTo>>;
let trusting: typeof door;
beforeAll(async () => {
  inside.listen(0, '127.0.0.1');
  await once(inside, 'listening');
  door = await doorTo(portOf(inside));
  trusting = await doorTo(portOf(inside), '127.0.0.1');
});
afterAll(() => {
  door.close();
  trusting.close();
  inside.close().closeAllConnections();
});

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: headroom.test', ...headers, '', ''].join('\r\n');
const CLOSE = 'Connection: close';

/** Sends bytes on one connection, and returns all that comes back until it ends. */
async function send(bytes: string, to = door): Promise<string> {
  reached.length = 0;
  const socket = to.connect();
  socket.write(bytes);
  return await text(socket);
}

describe('the front door passes on', () => {
  test('a call with its body, cookies and repeated headers, and the next one on the same connection', async () => {
    const call = [
      'POST /api/x?y=%2F HTTP/1.1',
      'Host: headroom.test:8787',
      'X-A: 1',
      'X-A: 2',
      'Transfer-Encoding: chunked',
    ];
    const answer = await send(`${call.join('\r\n')}\r\n\r\n5\r\nhello\r\n0\r\n\r\n${get('/next', CLOSE)}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK[^]*Set-Cookie: a=1\r\nSet-Cookie: b=2[^]*got hello[^]*got $/);
    expect(reached.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /api/x?y=%2F', 'GET /next']);
    expect(reached[0]?.headers).toMatchObject({ host: 'headroom.test:8787', 'x-a': '1, 2' });
  });

  test('a socket in both directions, with what the client sent before the answer', async () => {
    const socket = door.connect();
    socket.end(`${get('/socket', 'Connection: Upgrade', 'Upgrade: websocket')}early late`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 101 [^]*\r\n\r\nhello early late$/);
  });

  test('a stream as it comes, and ends it when the client has gone', async () => {
    const socket = door.connect();
    const ended = once(inside, 'request').then(([, response]) => once(response, 'close'));
    socket.write(get('/stream'));
    let said = '';
    for await (const part of socket) {
      said += String(part);
      if (said.includes('first')) break;
    }
    await ended;
    expect(said).toContain('200 OK');
  });
});

describe('who the client is', () => {
  const FORGED = [
    'CF-Connecting-IP: 192.0.2.9',
    'cf-ipcountry: XX',
    'MF-Original-URL: http://localhost/cdn-cgi/local/r2/public/x',
    'MF-Route-Override: backups',
    'X-Forwarded-For: 192.0.2.8, 198.51.100.7',
    'X-Forwarded-Proto: http, https',
    'Forwarded: for=192.0.2.9',
    'X-Real-IP: 192.0.2.9',
    'Host: localhost',
    'X-Own: 1',
  ];

  test.each([
    ['not from the proxy', () => door, '127.0.0.1', 'http'],
    ['from the proxy', () => trusting, '198.51.100.7', 'https'],
  ])('a connection %s, whatever else it claims', async (_from, to, address, scheme) => {
    const upgrade = [...FORGED, 'Connection: Upgrade, CF-Connecting-IP', 'Upgrade: websocket'];
    await send(get('/', ...FORGED, `${CLOSE}, X-Own, CF-Connecting-IP`), to());
    const [call] = reached;
    await send(get('/no', ...upgrade), to());
    for (const { headers = {} } of [call ?? {}, reached[0] ?? {}]) {
      expect(headers).toMatchObject({
        host: 'headroom.test',
        'cf-connecting-ip': address,
        'x-forwarded-proto': scheme,
      });
      const others = Object.keys(headers).filter((name) => /^(?:cf|mf|x-f|x-r|forw)/.test(name));
      expect(others.toSorted()).toEqual(['cf-connecting-ip', 'x-forwarded-proto']);
    }
    expect(call?.headers).not.toHaveProperty('x-own');
  });

  test.each([
    ['10.0.0.1', {}, '10.0.0.1'],
    ['10.0.0.1', { 'x-forwarded-for': 'unknown' }, '10.0.0.1'],
    ['10.0.0.1', { 'x-forwarded-for': '[2001:db8::1]:443' }, '2001:db8::1'],
    ['::ffff:10.0.0.1', { 'x-forwarded-for': '192.0.2.1:5' }, '192.0.2.1'],
    ['10.0.0.2', { 'x-forwarded-for': '192.0.2.1' }, '10.0.0.2'],
  ])('the proxy at %s that says %j means %s', (peer, headers, address) => {
    const proxies = readProxies({ TRUSTED_PROXY: 'forwarded', PROXY_ADDRESS: '10.0.0.1, 2001:db8::5' }, '0.0.0.0');
    expect(clientOf(peer, headers, proxies).address).toBe(address);
  });

  test.each([
    [{ TRUSTED_PROXY: 'forwarded' }, '0.0.0.0', 'Set PROXY_ADDRESS to the address of the proxy'],
    [{ TRUSTED_PROXY: 'forwarded' }, 'box.local', 'Set PROXY_ADDRESS to the address of the proxy'],
    [{ TRUSTED_PROXY: 'forwarded', PROXY_ADDRESS: 'caddy' }, 'localhost', 'PROXY_ADDRESS is caddy'],
    [{ TRUSTED_PROXY: 'cloudflare' }, 'localhost', 'can only be forwarded'],
    [{ PROXY_ADDRESS: '10.0.0.1' }, 'localhost', 'but not TRUSTED_PROXY'],
  ])('a server with %j does not start at %s', (settings, host, why) => {
    expect(() => readProxies(settings, host)).toThrow(why);
  });

  test('a proxy on this machine needs no address while nobody else reaches the port', () => {
    for (const host of ['localhost', '127.0.0.1', '::1']) {
      const proxies = readProxies({ TRUSTED_PROXY: 'forwarded' }, host);
      expect(clientOf('::1', { 'x-forwarded-for': '192.0.2.1' }, proxies).address).toBe('192.0.2.1');
      expect(clientOf('10.0.0.1', { 'x-forwarded-for': '192.0.2.1' }, proxies).address).toBe('10.0.0.1');
    }
    expect(readProxies({}, '0.0.0.0')).toBeNull();
  });
});

describe('the front door refuses in the product’s words', () => {
  const hostless = (version: string) => `GET / HTTP/${version}\r\n\r\n`;
  test.each([
    ['a path of Miniflare', get('/cdn-cgi/local/explorer', CLOSE), 404],
    ['one with two slashes', get('//cdn-cgi/local/explorer', CLOSE), 404],
    ['one behind dots', get('/x/..%2f/%63dN-cgi/x', CLOSE), 404],
    ['one that is encoded twice', get('/%2563dn%252dcgi/x', CLOSE), 404],
    ['one with a tab', get('/cd%09n-cgi/x', CLOSE), 404],
    ['one with a backslash', get('/\\cdn-cgi/x', CLOSE), 404],
    ['one of its outer paths', get('/__CF_local/stream/x', CLOSE), 404],
    ['an absolute target', get('http://localhost/cdn-cgi/local/explorer', CLOSE), 404],
    ['a path in the Host', get('/').replace('headroom.test', 'localhost/cdn-cgi/local/x?') + get('/', CLOSE), 400],
    ['no Host', hostless('1.1') + get('/', CLOSE), 400],
    ['no Host in HTTP/1.0', hostless('1.0'), 400],
    ['CONNECT', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
    ['another method', get('/', CLOSE).replace('GET', 'PROPFIND'), 404],
    ['no method at all', 'HELLO\r\n\r\n', 400],
    ['another upgrade', get('/', 'Connection: Upgrade', 'Upgrade: h2c'), 400],
    ['an upgrade inside', get('/cdn-cgi/x', 'Connection: Upgrade', 'Upgrade: websocket'), 404],
    ['too many headers', get('/', `X-A: ${'a'.repeat(20_000)}`), 413],
    ['two lengths of a body', get('/', 'Content-Length: 1', 'Transfer-Encoding: chunked', CLOSE), 400],
  ])('%s', async (_what, bytes, status) => {
    const answer = await send(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*{"error":"[A-Z][^"]+","code":"\\w+"}`));
    expect(reached.map(({ url }) => url).filter((url) => url !== '/')).toEqual([]);
  });

  test('a request after a refused one, and after a socket that was not opened', async () => {
    const again = get('/cdn-cgi/x', CLOSE);
    expect((await send(get('/one') + again)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
    const upgrade = get('/no', 'Connection: Upgrade', 'Upgrade: websocket');
    expect(await send(upgrade + again)).toMatch(/^HTTP\/1\.1 401 [^]*Connection: close[^]*\r\n\r\nno$/);
    expect(reached.map(({ url }) => url)).toEqual(['/no']);
  });

  test('a call whose answer the runtime does not give, because it has ended or breaks off', async () => {
    expect(await send(get('/broken', CLOSE))).toMatch(/^HTTP\/1\.1 503 [^]*"code":"unavailable"/);
    const away = await doorTo(1);
    for (const upgrade of [[CLOSE], ['Connection: Upgrade', 'Upgrade: websocket']]) {
      const socket = away.connect();
      socket.write(get('/', ...upgrade));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 [^]*"code":"unavailable"/);
    }
    away.close();
  });
});
