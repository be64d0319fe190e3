import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CLOSE } from '../../src/shared/protocol/version';
import { DESKTOP, withBrowser } from './support/browser';
import { area, button, connected, enterWithCode, enterWithEvent, holdLine, shownCount, tapIn } from './support/steps';

const { openDevice } = withBrowser({ serviceWorkers: 'allow' });

const HOUR_MS = 3_600_000;

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

test('a phone that runs three hours ahead and a correct one count one crowd, and each shows times by its own clock', async () => {
  const { admin, code } = await openVenue('Two Clocks');
  const [ahead, right] = [await openDevice(), await openDevice()];
  await ahead.clock.setSystemTime(Date.now() + 3 * HOUR_MS);
  const doors = [ahead, right];
  const lines = await Promise.all(doors.map((door) => holdLine(door)));
  for (const door of doors) {
    await enterWithCode(door, code);
    await connected(door);
  }
  const [ofAhead = 0, ofRight = 0] = await Promise.all(doors.map((door) => door.evaluate(() => Date.now())));
  expect(ofAhead - ofRight).toBeGreaterThan(2 * HOUR_MS);
  await tapIn(ahead, 'Floor', 3);
  await tapIn(right, 'Floor', 2);
  await expectCount([...doors, admin], '5');
  // The last change carries the server's time, which is the same on both devices.
  const changes = doors.map((door) =>
    area(door, 'Floor')
      .getByText(/[A-Z][a-z]{2} \d{1,2} \d\d:\d\d/)
      .textContent(),
  );
  expect(await changes[0]).toBe(await changes[1]);

  for (const line of lines) await line.cut();
  for (const door of doors) await tapIn(door, 'Floor', 1);
  const told = doors.map((door) =>
    door
      .getByText(/last synced \d\d:\d\d/)
      .first()
      .textContent(),
  );
  expect(await told[0]).not.toBe(await told[1]);
  for (const line of lines) line.restore();
  await expectCount([...doors, admin], '7');
});
