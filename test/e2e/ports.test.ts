import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Product } from '../support/product';

/** What nobody may read without the operator's token. */
const SECRET = 'the-password-hashes-and-the-signing-key';
const KEY = 'local/database/2026-01-02T03-04-05Z.ndjson';
const TOKEN = 'the-operator-token-of-tests';

const product = new Product({
  HOST: '0.0.0.0',
  OPERATOR_TOKEN: TOKEN,
  PUBLIC_ORIGIN: 'https://headroom.test',
  TRUSTED_PROXY: 'forwarded',
  PROXY_ADDRESS: '127.0.0.1',
});
beforeAll(async () => {
  mkdirSync(join(product.stateDir, 'backups/local/database'), { recursive: true });
  writeFileSync(join(product.stateDir, 'backups', KEY), `{"type":"head"}\n${SECRET}\n{"type":"end"}\n`);
  await product.start();
});
afterAll(() => product.stop());

/** The answers that Miniflare gives by itself, as its source lists them. */
function miniflarePaths(): string[] {
  const source = readFileSync(createRequire(import.meta.url).resolve('miniflare'), 'utf8');
  const [, list = ''] = /\bCorePaths = \{([^}]+)\}/.exec(source) ?? [];
  return [...list.matchAll(/: "(\/[^"]+)"/g)].map(([, path = '']) => path);
}

const LAN = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);

interface Listener {
  address: string;
  port: number;
}

/** The TCP addresses on which a process listens, of both families (proc(5)). */
function listenersOf(pid: number): Listener[] {
  const folder = `/proc/${pid}/fd`;
  const links = readdirSync(folder).flatMap((fd) => {
    try {
      return [readlinkSync(`${folder}/${fd}`)];
    } catch {
      return [];
    }
  });
  const inodes = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  return ['tcp', 'tcp6'].flatMap((file) =>
    readFileSync(`/proc/${pid}/net/${file}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode = '']) => state === '0A' && inodes.has(inode))
      .map(([, local = '']) => {
        const [address = '', port = ''] = local.split(':');
        return { address, port: Number.parseInt(port, 16) };
      }),
  );
}

/** Sends bytes to a port, and returns all that it answers until it ends the connection, or is silent for a second. */
async function send(host: string, port: number, bytes: string): Promise<string> {
  const socket = connect({ host, port });
  let answer = '';
  socket.on('data', (part) => (answer += String(part)));
  socket.on('error', () => socket.destroy());
  socket.setTimeout(1_000, () => socket.destroy());
  socket.write(bytes);
  await new Promise((resolve) => socket.on('close', resolve));
  return answer;
}

const UPGRADE = [
  'X-Forwarded-Proto: https',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${createHash('md5').update('x').digest('base64')}`,
];
/** As Miniflare reads it at its own port; the door drops it. */
const OVER_HTTPS = 'X-Forwarded-Proto: https';
const CLOSE = ['Connection: close', OVER_HTTPS];

/** All ways to ask for a path: how it is written, by which Host, and after what. */
function attacks(path: string): string[] {
  const targets = [
    path,
    `/${path}`,
    `/x/..${path}`,
    `/./${path.slice(1)}`,
    path.replace('/cdn', '/%63dn'),
    path.replace('/', '/\\'),
    path.toUpperCase(),
    path.replaceAll('/', '%2f').replace('%2f', '/'),
    `http://localhost${path}`,
    `${path};x`,
  ];
  const hosts = ['localhost', '127.0.0.1', '[::1]', ...LAN, 'headroom.test', undefined, `localhost${path}?`];
  const request = (target: string, host: string | undefined, headers: readonly string[]) =>
    [`GET ${target} HTTP/1.1`, ...(host === undefined ? [] : [`Host: ${host}`]), ...headers, '', ''].join('\r\n');
  const first = request('/api/health', 'localhost', [OVER_HTTPS]);
  const refusedUpgrade = request('/api/nothing', 'localhost', UPGRADE);
  return [
    ...hosts.flatMap((host) => targets.map((target) => request(target, host, CLOSE))),
    ...[first, refusedUpgrade].map((before) => before + request(path, 'localhost', CLOSE)),
    request(path, 'localhost', UPGRADE),
    request('/api/nothing', 'localhost', [...CLOSE, `MF-Original-URL: http://localhost${path}`]),
    ...['backups', 'headroom'].map((worker) => request(path, 'localhost', [...CLOSE, `MF-Route-Override: ${worker}`])),
    ...['MF-Custom-Fetch-Service: backups:FILES', 'MF-Proxy-Shared-Secret: x', 'MF-Op: GET'].map((header) =>
      request(path, 'localhost', [...CLOSE, header]),
    ),
  ];
}

/** An answer of the product, or of a server that refuses without a word of what is inside. */
const REFUSED = /^$|^HTTP\/1\.1 (?:400|401|403|404|503) |^HTTP\/1\.1 308 [^]*\r\nLocation: https:\/\/headroom\.test\//;

test('no port of npm start gives anything of the runtime’s own, and the runtime is on loopback alone', async () => {
  const paths = miniflarePaths();
  expect(paths).toContain('/cdn-cgi/local/r2/public');
  const bucket = ['headroom-backups', 'backups', 'BACKUPS'].map((name) => `/cdn-cgi/local/r2/public/${name}/${KEY}`);
  const { port: own } = new URL(product.url);
  const listeners = product.pids().flatMap(listenersOf);
  const inside = listeners.filter(({ port }) => port !== Number(own));
  // The runtime's own, and Miniflare's.
  expect(inside).toEqual(inside.map(({ port }) => ({ address: '0100007F', port })));
  expect(inside).toHaveLength(2);
  const found: string[] = [];
  for (const [host, port] of [
    ...['127.0.0.1', ...LAN].map((address) => [address, Number(own)] as const),
    ...inside.map(({ port: other }) => ['127.0.0.1', other] as const),
  ]) {
    const tried = [...paths, ...paths.map((path) => `${path}/`), ...bucket, '/cdn-cgi/handler/scheduled'].flatMap(
      attacks,
    );
    const waiting = tried.values();
    const attack = async () => {
      for (const bytes of waiting) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, in twenty rows
        const answer = await send(host, port, bytes);
        const last = answer.slice(answer.lastIndexOf('HTTP/1.1 '));
        if (answer.includes(SECRET) || !REFUSED.test(last)) found.push(`${port}: ${bytes}${answer.slice(0, 300)}`);
      }
    };
    // oxlint-disable-next-line no-await-in-loop -- not more at once than a small machine takes
    await Promise.all(Array.from({ length: 20 }, attack));
  }
  expect(found).toEqual([]);
  // The operator reads the same file.
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-proto': 'https', host: 'headroom.test' };
  const file = await fetch(`${product.url}/api/operator/backups/file?key=${KEY}`, { headers });
  expect(await file.text()).toContain(SECRET);
});

test('HTTPS and an address are believed from the proxy alone', async () => {
  const ask = async (host: string) => {
    const headers = [
      'Connection: close',
      'Host: headroom.test',
      'X-Forwarded-Proto: https',
      'X-Forwarded-For: 192.0.2.1',
    ];
    const answer = await send(
      host,
      Number(new URL(product.url).port),
      `GET /api/config HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`,
    );
    return answer.slice(9, 12);
  };
  expect(await ask('127.0.0.1')).toBe('200');
  for (const address of LAN) expect(await ask(address)).toBe('403');
});

test('nobody else on this machine can read the state', () => {
  const all = readdirSync(product.stateDir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path !== 'server.log',
  );
  expect(all.length).toBeGreaterThan(5);
  expect(statSync(product.stateDir).mode & 0o077).toBe(0);
  const made = all.filter((path) => path.startsWith('v3') || path.endsWith('.unfinished'));
  expect(made.filter((path) => (statSync(join(product.stateDir, path)).mode & 0o077) !== 0)).toEqual([]);
});

test('the start line names the public address and those of this machine', () => {
  const { port } = new URL(product.url);
  const own = ['localhost', ...LAN].map((address) => `http://${address}:${port}`);
  expect(readFileSync(product.logFile, 'utf8')).toContain(`Headroom is at https://headroom.test, ${own.join(', ')}\n`);
});

test('a server that is killed takes its runtime along within ten seconds', async () => {
  const pids = product.pids();
  expect(pids).toHaveLength(2);
  await product.killServer();
  const deadline = Date.now() + 10_000;
  while (pids.some((pid) => existsSync(`/proc/${pid}`)) && Date.now() < deadline) await sleep(100);
  expect(pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
});
