import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../support/free-port';
import { BUILD_DIR } from '../../support/product';
import { DESKTOP, withBrowser } from '../support/browser';
import { area, enterWithCode, logIn, shownCount } from '../support/steps';

const { openDevice } = withBrowser();

/** Starts `npm run demo` on the tests' own build, at a hundredth of its size. `said` is what it says once it is open. */
async function openDemo(stateDir: string, port: number): Promise<{ said: string; stop: () => Promise<void> }> {
  const env = { ...process.env, BUILD_DIR, STATE_DIR: stateDir, HOST: '127.0.0.1', PORT: String(port) };
  const demo = spawn('node', ['scripts/demo.mjs', '--size', '0.01'], { env });
  onTestFinished(() => void demo.kill('SIGTERM'));
  const exited = new Promise<void>((resolve) => {
    demo.once('exit', () => resolve());
  });
  let said = '';
  for (const stream of [demo.stdout, demo.stderr]) {
    stream.on('data', (data: Buffer) => {
      said += data.toString();
    });
  }
  // Enough for a hundredth of the festival on a busy machine.
  await expect
    .poll(() => said + (demo.exitCode === null ? '' : 'It has ended.'), { timeout: 120_000 })
    .toMatch(/Ctrl-C|It has ended\./);
  expect(said).toContain('Ctrl-C');
  return {
    said,
    stop: () => {
      demo.kill('SIGINT');
      return exited;
    },
  };
}

async function seeMovement(page: Page): Promise<void> {
  const before = await page.getByRole('main').innerText();
  await expect.poll(() => page.getByRole('main').innerText(), { timeout: 60_000 }).not.toBe(before);
}

test('a festival is there, its crowd moves on, and the next start goes on with it', { timeout: 300_000 }, async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stateDir = mkdtempSync(join(tmpdir(), 'headroom-demo-'));
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }));
  const first = await openDemo(stateDir, port);
  expect(first.said).toContain('every area has what was planned');
  const [, email = '', password = ''] = /Organizer +\S+ +(\S+) +(\S+)/.exec(first.said) ?? [];
  const organizer = await openDevice(DESKTOP, url);
  await organizer.goto('/login');
  await logIn(organizer, email, password);
  for (const name of ['Main Stage', 'Club Tent', 'Food Market', 'Riverside Garden'])
    await area(organizer, name).waitFor();
  await seeMovement(organizer);
  const door = await openDevice(undefined, url);
  await enterWithCode(door, /the code (\w{8})/.exec(first.said)?.[1] ?? '');
  await area(door, 'Main Stage').waitFor();
  expect(Number(await shownCount(door, 'Main Stage'))).toBeGreaterThan(5);

  const [event] = await (await organizer.request.get('/api/events')).json();
  expect(first.said).toContain(`${url}/app/reports?event=${event.eventId}`);

  // Somebody replaces the code: the old sessions end, the crowd comes back with the new one.
  const replaced = await organizer.request.post(`/api/events/${event.eventId}/access-code`);
  const { accessCode } = await replaced.json();
  await door.waitForURL('**/login');
  await seeMovement(organizer);
  await first.stop();
  const second = await openDemo(stateDir, port);
  expect(second.said).toContain(`the code ${accessCode}`);
  expect(second.said).not.toContain('Filling');
  await second.stop();
});
