import { test } from 'vitest';
import { DESKTOP, withBrowser } from '../support/browser';
import { enterAsAdmin, enterWithCode } from '../support/steps';
import { walkAsDoor, walkAsGuest, walkThroughDialogs, walkThroughReports, walkToEvent } from '../support/walk';

const { openDevice } = withBrowser();

/** On a phone: test/e2e/screens.test.ts. */
test('axe finds nothing on any screen on a desktop', { timeout: 240_000 }, async () => {
  await walkAsGuest(await openDevice(DESKTOP));
  const admin = await openDevice(DESKTOP);
  await enterAsAdmin(admin);
  const code = await walkToEvent(admin);
  await walkThroughDialogs(admin);
  const door = await openDevice(DESKTOP);
  await enterWithCode(door, code);
  await walkAsDoor(door);
  await walkThroughReports(admin);
});
