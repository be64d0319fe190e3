import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CLOSE, PROTOCOL_VERSION } from '../../src/shared/protocol/version';
import { holdLine } from './support/line';
import { button, enterWithCode, enterWithEvent, shownCount, tapIn } from './support/steps';
import { DESKTOP, withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser({ serviceWorkers: 'allow' });

const RELOAD = 'A new version of Headroom is ready. Reload to keep counting.';

/** A web that speaks another version of the protocol than the one that is served, until it is told otherwise. */
async function speakAnotherVersion(page: Page, query: string): Promise<void> {
  await page.addInitScript(
    ([current, asked]) => {
      const Native = window.WebSocket;
      window.WebSocket = class extends Native {
        constructor(url: string | URL, protocols?: string | string[]) {
          const isOther = sessionStorage.getItem('test.version') !== 'current';
          super(isOther ? String(url).replace(`?v=${current}`, asked ?? '') : url, protocols);
        }
      };
    },
    [String(PROTOCOL_VERSION), query],
  );
}

async function openVenue(name: string): Promise<{ admin: Page; code: string }> {
  const admin = await openDevice(DESKTOP);
  return { admin, ...(await enterWithEvent(admin, name, { Floor: 100 })) };
}

const isLocked = (page: Page): Promise<boolean> => page.getByRole('button', { name: /^Add one to Floor/ }).isDisabled();

test('a web of another version is told to reload, and counts nothing; one that says none counts on', async () => {
  const { admin, code } = await openVenue('Two Versions');
  const [old, unversioned] = await Promise.all([openDevice(), openDevice()]);
  await speakAnotherVersion(old, '?v=0');
  await speakAnotherVersion(unversioned, '');
  for (const door of [old, unversioned]) await enterWithCode(door, code);
  await old.getByText(RELOAD).waitFor();
  expect(await isLocked(old)).toBe(true);
  await unversioned.getByText('Connected', { exact: true }).waitFor();
  await tapIn(admin, 'Floor', 2);
  await tapIn(unversioned, 'Floor', 1);
  for (const page of [admin, unversioned]) await expect.poll(() => shownCount(page, 'Floor')).toBe('3');

  await old.evaluate(() => sessionStorage.setItem('test.version', 'current'));
  await button(old, 'Reload').click();
  await old.getByText('Connected', { exact: true }).waitFor();
  await expect.poll(() => shownCount(old, 'Floor')).toBe('3');
  await tapIn(old, 'Floor', 1);
  await expect.poll(() => shownCount(admin, 'Floor')).toBe('4');
  expect(pageErrors).toEqual([]);
});

test('a web that gets old while it counts keeps its unsent taps in sight, and asks before they are left behind', async () => {
  const { admin, code } = await openVenue('Overtaken');
  const door = await openDevice();
  const line = await holdLine(door);
  await enterWithCode(door, code);
  await door.getByText('Connected', { exact: true }).waitFor();
  await tapIn(door, 'Floor', 1);
  await expect.poll(() => shownCount(admin, 'Floor')).toBe('1');

  await line.cut();
  await tapIn(door, 'Floor', 2);
  await line.cut(CLOSE.reloadNeeded);
  await door.getByText(RELOAD).waitFor();
  expect(await isLocked(door)).toBe(true);
  expect(await shownCount(door, 'Floor')).toBe('3');
  // Also the first one, where the line was cut before its ack.
  await door.getByText(/^[23] (not sent yet|unsent)/).waitFor();
  await tapIn(admin, 'Floor', 1);
  await expect.poll(() => shownCount(admin, 'Floor')).toBe('2');

  const asked = door.waitForEvent('dialog');
  const reload = button(door, 'Reload').click();
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await reload;
  expect(await shownCount(door, 'Floor')).toBe('3');
  expect(pageErrors).toEqual([]);
});
