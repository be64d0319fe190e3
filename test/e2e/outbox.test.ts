import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { FLAGS, withBrowser } from './support/browser';
import {
  area,
  button,
  connected,
  countsOnServer,
  dialog,
  enterWithCode,
  enterWithEvent,
  holdLine,
  logIn,
  press,
  shownCount,
  tapIn,
} from './support/steps';

const { openDevice } = withBrowser();

/** The areas of the only event, one per journey. */
const AREAS = { Reload: 500, Kill: 500, Twins: 500 };
let admin: Page;
let code: string;
beforeAll(async () => {
  admin = await openDevice();
  ({ code } = await enterWithEvent(admin, 'Outbox', AREAS));
});

const onServer = async (name: keyof typeof AREAS) => (await countsOnServer(admin))[name];

/** Taps of this device that are on disk, as the next session would find them. */
const storedTaps = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('headroom');
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('taps').objectStore('taps').count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );

async function enter(page: Page): Promise<void> {
  await enterWithCode(page, code);
  await connected(page);
}

test('taps of an outage survive a reload and a logout; the next login of the same person delivers them once', async () => {
  const door = await openDevice();
  await enter(door);
  const line = await holdLine(door.context(), true);
  await door.reload();
  await connected(door);
  await tapIn(door, 'Reload');
  await expect.poll(() => onServer('Reload')).toBe(1);
  await expect.poll(() => storedTaps(door)).toBe(0);
  await line.cut();
  await door.getByText('Disconnected', { exact: true }).waitFor();
  await tapIn(door, 'Reload', 3);
  await area(door, 'Reload').getByText('3 unsent').waitFor();
  await expect.poll(() => storedTaps(door)).toBe(3);
  const asked = door.waitForEvent('dialog');
  const reloaded = door.reload();
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
  await reloaded;
  await expect.poll(() => shownCount(door, 'Reload')).toBe('4');
  await press(door, 'Log out');
  const leaving = dialog(door, 'Log out now?');
  await leaving.getByText('3 taps have not been sent yet. They stay on this device until you log in again.').waitFor();
  await button(leaving, 'Log out').click();
  await door.waitForURL('**/login');
  expect([await storedTaps(door), await onServer('Reload')]).toEqual([3, 1]);
  line.restore();
  await logIn(door, code);
  await expect.poll(() => onServer('Reload')).toBe(4);
  await expect.poll(() => shownCount(door, 'Reload')).toBe('4');
  await expect.poll(() => storedTaps(door)).toBe(0);
});

/** Starts a browser with a profile on disk. `kill` ends all its processes at once, so nothing more gets flushed. */
async function startKillable(profile: string): Promise<{ page: Page; kill: () => Promise<void> }> {
  const flags = [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  // The browser gets its own process group, so that all of it can be killed at once.
  const started = spawn(process.env.CHROMIUM_PATH ?? '', flags, { detached: true });
  const exited = once(started, 'exit');
  let said = '';
  started.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const address = () => /DevTools listening on (ws:\/\/\S+)/.exec(said)?.[1];
  await expect.poll(address).toBeDefined();
  const browser = await chromium.connectOverCDP(address() ?? '');
  const page = browser.contexts()[0]?.pages()[0];
  if (!page || started.pid === undefined) throw new Error(`Chromium did not start:\n${said}`);
  const group = 0 - started.pid;
  const kill = async () => {
    if (started.signalCode === null) process.kill(group, 'SIGKILL');
    await exited;
    await browser.close().catch(() => undefined);
  };
  return { page, kill };
}

test('a browser that is killed while offline delivers its taps when it returns', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'headroom-profile-'));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  const openApp = async () => {
    const { page, kill } = await startKillable(profile);
    onTestFinished(kill);
    await page.goto(`${inject('baseUrl')}/app`);
    // Chromium decides when it writes cookies, so a killed browser may lose its session.
    await area(page, 'Kill').or(page.getByLabel('Email or Access Code')).first().waitFor();
    if (page.url().endsWith('/login')) await logIn(page, code);
    await connected(page);
    return { page, kill };
  };
  const { page: before, kill } = await openApp();
  await before.context().setOffline(true);
  await tapIn(before, 'Kill', 5);
  await expect.poll(() => storedTaps(before)).toBe(5);
  await kill();
  expect(await onServer('Kill')).toBe(0);
  const { page: after } = await openApp();
  await expect.poll(() => onServer('Kill')).toBe(5);
  await expect.poll(() => shownCount(after, 'Kill')).toBe('5');
});

test('two tabs of one device, one a duplicate of the other, count together; one delivers the taps that the other leaves behind', async () => {
  const first = await openDevice();
  const line = await holdLine(first.context(), true);
  await enter(first);
  // A browser duplicates a tab with a copy of its session storage.
  const [second] = await Promise.all([
    first.context().waitForEvent('page'),
    first.evaluate(() => void window.open('/app')),
  ]);
  await connected(second);
  // The keyboard presses the button: a pointer waits for frames, and only one of the two tabs is in front.
  const pressTwins = async (page: Page, times: number) => {
    for (let i = 0; i < times; i++) await button(page, 'Add one to Twins').dispatchEvent('click');
  };
  await Promise.all([pressTwins(first, 6), pressTwins(second, 5)]);
  for (const page of [first, second]) await expect.poll(() => shownCount(page, 'Twins')).toBe('11');
  await expect.poll(() => onServer('Twins')).toBe(11);
  await expect.poll(() => storedTaps(second)).toBe(0);

  await line.cut();
  await Promise.all([pressTwins(first, 4), pressTwins(second, 1)]);
  await expect.poll(() => storedTaps(second)).toBe(5);
  await first.close();
  await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => shownCount(second, 'Twins')).toBe('16');
  await second.getByText(/^5 unsent · last synced/).waitFor();
  line.restore();
  await second.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => onServer('Twins')).toBe(16);
  expect(await shownCount(second, 'Twins')).toBe('16');

  const third = await first.context().newPage();
  await third.goto('/app');
  await connected(third);
  await press(third, 'Log out');
  await button(dialog(third, 'Log out now?'), 'Log out').click();
  await third.waitForURL('**/login');
  await second.getByText('You logged out in another tab.').waitFor();
});
