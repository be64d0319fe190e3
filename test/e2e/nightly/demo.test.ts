import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { DEVICES, STEP_FREE_GATE } from '../../../scripts/demo/festival';
import { DeviceListSchema } from '../../../src/shared/schemas/device';
import { freePort } from '../../support/free-port';
import { BUILD_DIR } from '../../support/product';
import { area, logIn, shownCount } from '../support/steps';
import { DESKTOP, withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

/** All but the one whose device is offline. */
const STAFFED = DEVICES.filter((_, device) => device !== STEP_FREE_GATE)
  .map(({ name }) => name)
  .toSorted();

/** Enough for a hundredth of the festival on a busy machine. */
const OPEN_WITHIN_MS = 120_000;
let running: ChildProcess[] = [];
const folders: string[] = [];

/** `npm run demo` on the tests' own build, at a hundredth of its size. */
class Demo {
  readonly exited: Promise<number | null>;
  text = '';
  private readonly child: ChildProcess;

  constructor(stateDir: string, port: number) {
    const env = { ...process.env, BUILD_DIR, STATE_DIR: stateDir, HOST: '127.0.0.1', PORT: String(port) };
    this.child = spawn('node', ['scripts/demo.mjs', '--size', '0.01'], { env });
    running.push(this.child);
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (data: Buffer) => {
        this.text += data.toString();
      });
    }
    this.exited = new Promise((resolve) => {
      this.child.once('exit', resolve);
    });
  }

  /** What it says once it is open. */
  async opened(): Promise<string> {
    const deadline = Date.now() + OPEN_WITHIN_MS;
    while (!this.text.includes('Ctrl-C')) {
      if (this.child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The demo did not open:\n${this.text}`);
      await sleep(100);
    }
    return this.text;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGINT');
    await this.exited;
  }
}

afterEach(async () => {
  for (const child of running) child.kill('SIGTERM');
  running = [];
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-demo-'));
  folders.push(folder);
  return folder;
}

async function seeMovement(page: Page): Promise<void> {
  const before = await page.getByRole('main').innerText();
  await expect.poll(() => page.getByRole('main').innerText(), { timeout: 60_000 }).not.toBe(before);
}

test('a festival is there, its crowd moves on, and the next start goes on with it', { timeout: 300_000 }, async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stateDir = newFolder();
  const first = new Demo(stateDir, port);
  const said = await first.opened();
  expect(said).toContain('every area has what was planned');
  const [, email = '', password = ''] = /Organizer +\S+ +(\S+) +(\S+)/.exec(said) ?? [];
  const report = /Report +(\S+)/.exec(said)?.[1] ?? '';
  const code = /the code (\w{8})/.exec(said)?.[1] ?? '';

  const organizer = await openDevice(DESKTOP, url);
  await organizer.goto('/login');
  await logIn(organizer, email, password);
  await organizer.waitForURL('**/app');
  for (const name of ['Main Stage', 'Club Tent', 'Food Market', 'Riverside Garden'])
    await area(organizer, name).waitFor();
  await seeMovement(organizer);

  const door = await openDevice(undefined, url);
  await door.goto('/login');
  await logIn(door, code);
  await area(door, 'Main Stage').waitFor();
  expect(Number(await shownCount(door, 'Main Stage'))).toBeGreaterThan(5);

  const [event] = await (await organizer.request.get('/api/events')).json();
  expect(report).toBe(`${url}/app/reports?event=${event.eventId}`);
  const answer = await organizer.request.get(`/api/events/${event.eventId}/devices`);
  const { devices } = DeviceListSchema.parse(await answer.json());
  const online = devices.filter(({ isOnline }) => isOnline).map(({ deviceName }) => deviceName ?? '');
  expect(online.filter((name) => name !== '').toSorted()).toEqual(STAFFED);

  // Somebody replaces the code: the old sessions end, the crowd comes back with the new one.
  const replaced = await organizer.request.post(`/api/events/${event.eventId}/access-code`);
  const { accessCode } = await replaced.json();
  await door.waitForURL('**/login');
  await seeMovement(organizer);

  await first.stop();
  const second = new Demo(stateDir, port);
  const again = await second.opened();
  expect(again).toContain(`the code ${accessCode}`);
  expect(again).not.toContain('Filling');
  await second.stop();
  expect(pageErrors).toEqual([]);
});
