import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { CreatedApiKeySchema } from '../../src/shared/keys/schemas';
import { AreaListSchema, AreaSchema } from '../../src/shared/schemas/area';
import { EventSchema } from '../../src/shared/schemas/event';
import { FakeCamera } from '../support/fake-camera';
import { PASSWORD } from './support/browser';

/** Runs the scripts and the bridge of docs/integrations.md against the product, as a venue would. */

const HEADROOM = inject('baseUrl');
const RECIPES = join(import.meta.dirname, '../recipes/script');
const folder = mkdtempSync(join(tmpdir(), 'headroom-recipes-'));
let cookie = '';
let venue: { EVENT: string; KEY: string };

async function call<S extends z.ZodMiniType>(method: string, path: string, schema: S, body?: object) {
  const headers = { cookie, 'content-type': 'application/json' };
  const answer = await fetch(`${HEADROOM}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
  return z.parse(schema, await answer.json());
}

/** An area of its own for each test. */
async function newArea() {
  const area = { areaName: `Area ${Math.random()}`, capacity: 400 };
  const { areaId } = await call('POST', `/events/${venue.EVENT}/areas`, AreaSchema, area);
  const read = async () => {
    const { areas } = await call('GET', `/events/${venue.EVENT}/areas`, AreaListSchema);
    const found = areas.find((one) => one.areaId === areaId);
    return [found?.currentOccupancy, found?.totalEntries, found?.totalExits];
  };
  return { areaId, read };
}

/** A line to the product that does to each call what the next fate says, and passes on the others. */
class Line {
  fates: ('lost answer' | 'busy' | 'down')[] = [];
  /** While it is down, every call has this fate. */
  isDown = false;
  /** No call goes on before. */
  held = Promise.resolve();
  calls = 0;
  private readonly server = createServer((request, response) => void this.serve(request, response));

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    this.calls += 1;
    await this.held;
    const fate = this.isDown ? 'down' : this.fates.shift();
    if (fate === 'down') return void request.socket.destroy();
    if (fate === 'busy') return void response.writeHead(503, { 'retry-after': '1' }).end('{}');
    const { method = 'GET', url = '', headers } = request;
    const sent = { authorization: headers.authorization ?? '' };
    const answer = await fetch(HEADROOM + url, { method, headers: sent, body });
    const text = await answer.text();
    if (fate === 'lost answer') request.socket.destroy();
    else response.writeHead(answer.status).end(text);
  }

  async start(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP has a port
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const line = new Line();
let lineUrl = '';

beforeAll(async () => {
  lineUrl = await line.start();
  const email = `recipes-${Date.now()}@example.com`;
  await call('POST', '/auth/signup', z.unknown(), { email, password: PASSWORD });
  await call('POST', '/auth/login', z.unknown(), { username: email, password: PASSWORD });
  const { eventId } = await call('POST', '/events', EventSchema, { eventName: 'Machines' });
  const asked = { name: 'Script', scopes: ['count'], eventId, addresses: null, days: 1 };
  venue = { EVENT: eventId, KEY: (await call('POST', '/keys', CreatedApiKeySchema, asked)).key };
});
afterAll(() => {
  line.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a program with the variables that the page sets. */
function start(command: string, args: readonly string[], variables: Record<string, string>) {
  const env = { ...process.env, ...venue, HEADROOM, ...variables };
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close').then(([code]): [unknown, string] => [code, output]);
  return { child, ended, output: () => output };
}

async function run(command: string, args: readonly string[], variables: Record<string, string>, input: string) {
  const { child, ended } = start(command, args, variables);
  child.stdin.end(input);
  return await ended;
}

const SCRIPTS = [
  ['sh', 'count.sh'],
  ['python3', 'count.py'],
] as const;

test.each(SCRIPTS)('%s %s counts each line of its input', async (command, file) => {
  const { areaId, read } = await newArea();
  const [code, output] = await run(
    command,
    [join(RECIPES, file)],
    { AREA: areaId, SOURCE: file },
    '3\n\n+2\r\nfive\n-\n+-3\n5+3\n-01\n',
  );
  expect(output).toContain('not a number: five');
  expect(output).toContain('"status":"accepted","in":3,"out":0');
  expect(code).toBe(0);
  expect(await read()).toEqual([4, 5, 1]);
});

test.each(SCRIPTS)('%s %s tells of the 35 people who come during a call in few calls', async (command, file) => {
  const { areaId, read } = await newArea();
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  line.held = promise;
  line.calls = 0;
  const variables = { AREA: areaId, SOURCE: `rush-${file}`, HEADROOM: lineUrl };
  const { child, ended } = start(command, [join(RECIPES, file)], variables);
  child.stdin.write('1\n');
  await expect.poll(() => line.calls).toBe(1);
  // Each line is written by itself, as a turnstile does.
  for (let people = 1; people < 36; people += 1) {
    child.stdin.write('1\n');
    await sleep(1);
  }
  goOn();
  await expect.poll(read).toEqual([36, 36, 0]);
  expect(line.calls).toBeLessThan(5);
  child.stdin.end();
  await ended;
});

test.each(SCRIPTS)('%s %s counts once what it has to send three times', async (command, file) => {
  const { areaId, read } = await newArea();
  line.fates = ['lost answer', 'busy'];
  const variables = { AREA: areaId, SOURCE: `again-${file}`, HEADROOM: lineUrl };
  const [code, output] = await run(command, [join(RECIPES, file)], variables, '3');
  expect(output).toContain('"status":"duplicate"');
  expect(code).toBe(0);
  expect(line.fates).toEqual([]);
  expect(await read()).toEqual([3, 3, 0]);
});

test.each(SCRIPTS)('%s %s stops and says why if it is refused', async (command, file) => {
  const { areaId } = await newArea();
  const path = join(RECIPES, file);
  const wrongKey = await run(command, [path], { AREA: areaId, KEY: 'hrk_wrong' }, '1\n1\n');
  expect(wrongKey).toEqual([1, expect.stringMatching(/"code":"unauthenticated".*\n$/)]);
  const wrongArea = await run(command, [path], { AREA: 'nowhere', SOURCE: `stop-${file}` }, '1\n1\n');
  expect(wrongArea).toEqual([1, expect.stringContaining('"code":"unknown_area"')]);
});

test('totals.py counts what a counter grows by, also while there was no answer', async () => {
  const { areaId, read } = await newArea();
  const counter = join(folder, 'counter.txt');
  writeFileSync(counter, '1000 900\n');
  const variables = { AREA: areaId, SOURCE: 'totals', EVERY: '1', HEADROOM: lineUrl };
  const { child, ended, output } = start('python3', [join(RECIPES, 'totals.py'), 'cat', counter], variables);
  await expect.poll(output).toContain('"notice":"baseline"');
  line.isDown = true;
  await expect.poll(output).toContain('no answer: ');
  writeFileSync(counter, '1004 901\n');
  line.isDown = false;
  await expect.poll(read).toEqual([3, 4, 1]);
  child.kill();
  await ended;
});

test('npm run bridge counts what a camera shows, over its midnight and an outage, and Ctrl-C ends it', async () => {
  const { areaId, read } = await newArea();
  const camera = new FakeCamera({ user: 'viewer', password: 'secret' });
  const show = (ins: number, outs: number) => {
    camera.counts = {
      in: ins,
      out: outs,
      get timestamp() {
        return new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
      },
    };
  };
  show(40, 12);
  const config = join(folder, 'bridge.json');
  const one = { sourceId: 'camera', areaId, door: 'North door', timeZone: 'UTC', format: 'axis-people-counter' };
  const cameras = [{ ...one, url: await camera.start(), user: 'viewer', password: 'secret' }];
  writeFileSync(config, JSON.stringify({ headroom: lineUrl, eventId: venue.EVENT, everySeconds: 5, cameras }));
  const bridge = start('npm', ['run', '--silent', 'bridge', '--', config], { HEADROOM_KEY: venue.KEY });
  try {
    await expect.poll(bridge.output).toContain('camera: Headroom counts on from these numbers (in 40, out 12)');
    show(45, 13);
    await expect.poll(read).toEqual([4, 5, 1]);
    line.isDown = true;
    show(46, 13);
    await expect.poll(bridge.output).toContain('camera: Headroom cannot be used: ');
    show(2, 0);
    const { answered } = camera;
    await expect.poll(() => camera.answered).toBeGreaterThan(answered);
    line.isDown = false;
    await expect.poll(read).toEqual([7, 8, 1]);
    bridge.child.kill('SIGINT');
    expect(await bridge.ended).toEqual([0, expect.stringMatching(/Ended\.\n$/)]);
  } finally {
    bridge.child.kill('SIGKILL');
    camera.stop();
  }
});
