import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CLOSE } from '../../src/shared/protocol/version';
import { DESKTOP, withBrowser } from './support/browser';
import { button, connected, enterWithCode, enterWithEvent, holdLine, shownCount, tapIn } from './support/steps';

const { openDevice } = withBrowser({ serviceWorkers: 'allow' });

async function openVenue(name: string): Promise<{ admin: Page; code: string }> {
  const admin = await openDevice(DESKTOP);
  return { admin, ...(await enterWithEvent(admin, name, { Floor: 100 })) };
}

async function expectCount(pages: readonly Page[], count: string): Promise<void> {
  for (const page of pages) await expect.poll(() => shownCount(page, 'Floor'), { timeout: 40_000 }).toBe(count);
}

test('an outdated web client keeps its unsent taps while it counts, asks before it discards them, and sends them after an update', async () => {
  const { admin, code } = await openVenue('Two Versions');
  const door = await openDevice();
  const line = await holdLine(door);
  await enterWithCode(door, code);
  await connected(door);
  await tapIn(door, 'Floor', 1);
  await expectCount([admin], '1');

  await line.cut();
  await tapIn(door, 'Floor', 2);
  await line.cut(CLOSE.reloadNeeded);
  await door.getByText('A new version of Headroom is ready. Reload to keep counting.').waitFor();
  expect(await door.getByRole('button', { name: /^Add one to Floor/ }).isDisabled()).toBe(true);
  expect(await shownCount(door, 'Floor')).toBe('3');
  // This includes the first tap: its connection was cut before its ack.
  await door.getByText(/^[23] (not sent yet|unsent)/).waitFor();
  await tapIn(admin, 'Floor', 1);
  await expectCount([admin], '2');

  const answerQuestion = async (answer: 'accept' | 'dismiss') => {
    const asked = door.waitForEvent('dialog');
    const reload = button(door, 'Reload').click();
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question[answer]();
    await reload;
  };
  await answerQuestion('dismiss');
  expect(await shownCount(door, 'Floor')).toBe('3');
  line.restore();
  await answerQuestion('accept');
  await connected(door);
  await expectCount([door, admin], '4');
});
