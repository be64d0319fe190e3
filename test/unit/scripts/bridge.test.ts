import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CameraBridge } from '../../../scripts/bridge/bridge';
import { readConfig } from '../../../scripts/bridge/config';
import { FORMATS } from '../../../scripts/bridge/formats';
import { Login } from '../../../scripts/bridge/login';
import { Readings } from '../../../scripts/bridge/readings';
import { HOUR_MS } from '../../../src/shared/durations';
import { FakeCamera } from '../../support/fake-camera';

const CREDENTIALS = { user: 'viewer', password: 'a "quoted" pass' };
const config = (changes: object = {}, camera: object = {}) =>
  JSON.stringify({
    headroom: 'https://headroom.example.com',
    eventId: 'e1',
    cameras: [
      {
        sourceId: 'north-camera',
        areaId: 'a1',
        door: 'North door',
        timeZone: 'Europe/Berlin',
        format: 'axis-people-counter',
        url: 'http://192.0.2.21/local/tvpc/.api?live-sum.json',
        ...camera,
      },
    ],
    ...changes,
  });

describe('the login', () => {
  // RFC 7616, 3.9.1.
  const parameters =
    'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ' +
    'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
  const login = () =>
    new Login({ user: 'Mufasa', password: 'Circle of Life' }, () => 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ');
  const url = new URL('http://www.example.org/dir/index.html');

  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('answers %s as RFC 7616 shows', (algorithm, response) => {
    const one = login();
    expect(one.take(`Digest ${parameters}, algorithm=${algorithm}`)).toBe(true);
    const header = one.header('GET', url);
    expect(header).toContain(`response="${response}"`);
    expect(header).toContain('nc=00000001');
    expect(header).toContain('opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"');
    expect(one.header('GET', url)).toContain('nc=00000002');
  });

  test('takes the best of several challenges, and Basic if there is nothing else', () => {
    const one = login();
    one.take(`Basic realm="x", Digest ${parameters}, algorithm=MD5, Digest ${parameters}, algorithm=SHA-256`);
    expect(one.header('GET', url)).toContain('algorithm=SHA-256');
    one.take('Basic realm="x"');
    expect(one.header('GET', url)).toBe(`Basic ${btoa('Mufasa:Circle of Life')}`);
    expect(one.take('Negotiate')).toBe(false);
    expect(one.header('GET', url)).toBeUndefined();
  });
});

test('each documented body is read', () => {
  const sum = { serial: '00408CAC512B', name: 'Exit south', timestamp: '20170503112756', in: 12, out: 318 };
  expect(FORMATS['axis-people-counter'](sum)).toEqual({ inTotal: 12, outTotal: 318, at: '2017-05-03T11:27:56' });
  const row = { start: '2020-06-23 00:00:00', end: '2020-06-23 01:00:00', in: 3, out: 1 };
  expect(FORMATS['axis-3d-export']({ data: [row, { ...row, in: 4 }] })).toEqual({
    inTotal: 7,
    outTotal: 2,
    at: null,
  });
  const live = {
    occupancy: 15,
    serial: '00:40:8c:18:82:27',
    timestamp: '2020-12-03T16:28:05+01:00',
    total_in: 100,
    total_out: 85,
  };
  expect(FORMATS['axis-3d-occupancy'](live)).toEqual({ inTotal: 100, outTotal: 85, at: '2020-12-03T16:28:05+01:00' });
  expect(() => FORMATS['axis-people-counter']({ ...sum, in: 'many' })).toThrow('no number of people “in”');
  expect(() => FORMATS['axis-people-counter']({ ...sum, timestamp: 'noon' })).toThrow('is not a time');
  expect(() => FORMATS['axis-3d-export']({ error: {} })).toThrow('no list “data”');
});

test.each([
  [config({}, { format: 'hikvision' }), 'Camera 1: “format” is none of axis-people-counter'],
  [config({}, { areaId: undefined }), 'Camera 1: “areaId” is missing'],
  [config({}, { url: 'http://viewer:x@192.0.2.21/' }), 'has a password in it'],
  [config({}, { user: 'viewer' }), '“password” is missing'],
  [config({}, { passwort: 'x' }), '“passwort” means nothing here'],
  [config({ everySeconds: 1 }), '“everySeconds” is no number from 5 to 3600'],
  [config({ headroom: 'headroom.example.com' }), '“headroom” is no address'],
  [config({ cameras: [] }), '“cameras” is no list, or is empty'],
  ['{', 'This is no JSON'],
])('a wrong configuration says what is wrong: %#', (text, reason) => {
  expect(() => readConfig(text)).toThrow(reason);
});

test('of the readings of an outage one a minute is kept, and what a fall needs', () => {
  const readings = new Readings();
  const at = (seconds: number, inTotal: number) =>
    readings.add({ inTotal, outTotal: 0, at: `${seconds}` }, seconds * 1000);
  for (let seconds = 0; seconds <= 130; seconds += 10) at(seconds, 100 + seconds);
  expect(readings.list().map(({ reading }) => reading.at)).toEqual(['0', '60', '120', '130']);
  at(140, 3);
  at(150, 500);
  at(160, 501);
  expect(readings.list().map(({ reading }) => reading.at)).toEqual(['0', '60', '120', '130', '140', '160']);
});

/** A Headroom on loopback that takes totals, and does what the test says. */
class FakeHeadroom {
  status = 200;
  answer: object | string = {};
  bodies: { source: object; sentAt?: string; items: { inTotal: number; at: string }[] }[] = [];
  private readonly server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      if (this.status === 200 && request.headers.authorization === 'Bearer the-key') this.bodies.push(JSON.parse(text));
      response.writeHead(this.status, { 'retry-after': '30' }).end(JSON.stringify(this.answer));
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP has a port
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('a round', () => {
  const [camera, headroom] = [new FakeCamera(CREDENTIALS), new FakeHeadroom()];
  let [lines, now]: [string[], number] = [[], 0];
  /** How far the computer's clock is ahead, in ms. */
  let setBy = 0;
  let urls: [string, string];
  const accepted = (notice?: string) => ({ items: [{ status: 'accepted', ...(notice && { notice }) }] });

  beforeEach(async () => {
    urls ??= [await camera.start(), await headroom.start()];
    [lines, now, setBy] = [[], 1_000_000, 0];
    Object.assign(camera, { isDown: false, counts: { in: 5, out: 2, timestamp: '20260731220000' } });
    Object.assign(headroom, { status: 200, answer: accepted(), bodies: [] });
  });
  afterEach(() => {
    camera.isDown = false;
  });
  afterAll(() => {
    camera.stop();
    headroom.stop();
  });

  const bridge = (changes: object = CREDENTIALS) => {
    const read = readConfig(config({ headroom: urls[1] }, { url: urls[0], ...changes }));
    const [first] = read.cameras;
    if (first === undefined) throw new Error('no camera');
    const deps = { config: read, key: 'the-key', signal: new AbortController().signal };
    const clocks = { now: () => now + setBy, elapsed: () => now };
    return new CameraBridge(first, { ...deps, ...clocks, say: (line) => lines.push(line) });
  };

  test('a camera that wants Digest tells its totals, again and again', async () => {
    headroom.answer = accepted('baseline');
    const one = bridge();
    for (let round = 0; round < 8; round++) await one.round();
    expect(headroom.bodies).toHaveLength(8);
    expect(headroom.bodies[0]).toEqual({
      source: {
        kind: 'camera',
        sourceId: 'north-camera',
        areaId: 'a1',
        door: 'North door',
        timeZone: 'Europe/Berlin',
      },
      items: [{ inTotal: 5, outTotal: 2, at: '2026-07-31T22:00:00' }],
    });
    expect(lines[0]).toBe('north-camera: Headroom counts on from these numbers (in 5, out 2)');
    for (const notice of ['late', 'clock_set_back', 'restarted', 'midnight', 'totals_fell', 'wrapped', 'jump']) {
      headroom.answer = accepted(notice);
      await one.round();
      expect(lines.at(-1)).not.toContain(`: ${notice}`);
    }
    expect(lines.at(-3)).toContain('nobody was counted');
  });

  test('each trouble is said once, and its end', async () => {
    const one = bridge();
    camera.isDown = true;
    await one.round();
    await one.round();
    camera.isDown = false;
    await one.round();
    headroom.answer = { items: [{ status: 'refused', code: 'time_in_future', message: 'Check the clock.' }] };
    await one.round();
    expect(lines).toEqual([
      expect.stringContaining('north-camera: the camera cannot be used: '),
      'north-camera: the camera: all right again',
      'north-camera: Headroom refuses the numbers: Check the clock.',
    ]);
    lines.length = 0;
    await bridge({ user: 'viewer', password: 'wrong' }).round();
    await bridge({}).round();
    expect(lines).toEqual([
      'north-camera: the camera cannot be used: it refuses this user and password',
      'north-camera: the camera cannot be used: it wants “user” and “password”',
    ]);
  });

  test('what the camera showed before its midnight outlives an outage of Headroom, which is not asked too often', async () => {
    const one = bridge();
    await one.round();
    Object.assign(headroom, { status: 503, answer: { error: 'Busy.' } });
    for (const shown of [9, 12, 1, 4]) {
      camera.counts.in = shown;
      now += 10_000;
      await one.round();
    }
    headroom.status = 200;
    headroom.answer = accepted();
    await one.round();
    expect(headroom.bodies).toHaveLength(1);
    now += 30_000;
    await one.round();
    expect(headroom.bodies[1]?.items.map(({ inTotal }) => inTotal)).toEqual([9, 12, 1, 4]);
    expect(lines).toEqual([
      'north-camera: Headroom cannot be used: it answers with status 503: Busy.',
      'north-camera: Headroom: all right again',
    ]);
  });

  test('a clock that is set, here by an hour, changes no wait and the age of no reading', async () => {
    Object.assign(camera.counts, { data: [{ in: 5, out: 2 }] });
    const one = bridge({ ...CREDENTIALS, format: 'axis-3d-export' });
    Object.assign(headroom, { status: 503, answer: { error: 'Busy.' } });
    setBy = HOUR_MS;
    await one.round();
    headroom.status = 200;
    headroom.answer = accepted();
    setBy = 0;
    for (let round = 0; round < 2; round++) {
      now += 20_000;
      await one.round();
    }
    // The first call said that it may be repeated after 30 s.
    const ages = () =>
      headroom.bodies.map(({ sentAt, items }) => items.map(({ at }) => Date.parse(sentAt ?? '') - Date.parse(at)));
    expect(ages()).toEqual([[40_000, 0]]);
    setBy = -HOUR_MS;
    await one.round();
    expect(ages().at(-1)).toEqual([0]);
    expect(headroom.bodies.map(({ sentAt = '' }) => Date.parse(sentAt) - now)).toEqual([0, -HOUR_MS]);
  });

  test('a camera that refuses the password is asked once a minute: others lock the user out', async () => {
    const one = bridge({ user: 'viewer', password: 'wrong' });
    camera.asked = 0;
    for (let round = 0; round < 5; round++) await one.round();
    expect(camera.asked).toBe(2);
    now += 60_000;
    await one.round();
    expect(camera.asked).toBeGreaterThan(2);
  });

  test.each([[{}], [{ items: 'none' }], ['Log in to use this network']])(
    'after an answer that is not Headroom’s, %j, everything is sent again',
    async (answer) => {
      headroom.answer = answer;
      const one = bridge();
      await one.round();
      Object.assign(camera.counts, { in: 1 });
      now += 10_000;
      await one.round();
      expect(lines).toEqual([
        'north-camera: Headroom cannot be used: its answer is not Headroom’s: is the network behind a login page?',
      ]);
      headroom.answer = accepted();
      now += 10_000;
      await one.round();
      expect(headroom.bodies.at(-1)?.items.map(({ inTotal }) => inTotal)).toEqual([5, 1, 1]);
    },
  );

  test('a wrong key is said, and tried once a minute', async () => {
    Object.assign(headroom, { status: 401, answer: { error: 'This API key does not exist.' } });
    const one = bridge();
    await one.round();
    expect(lines).toEqual([
      'north-camera: Headroom cannot be used: it answers with status 401: This API key does not exist.',
    ]);
    headroom.status = 200;
    now += 59_000;
    await one.round();
    expect(headroom.bodies).toHaveLength(0);
    now += 1_000;
    headroom.answer = accepted();
    await one.round();
    expect(headroom.bodies).toHaveLength(1);
  });
});
