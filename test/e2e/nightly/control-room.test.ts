import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import * as z from 'zod/mini';
import { formatAccessCode } from '../../../src/shared/rules/access-code';
import { EventSchema } from '../../../src/shared/schemas/event';
import { DESKTOP, withBrowser } from '../support/browser';
import {
  button,
  call,
  choose,
  connected,
  dialog,
  enterWithCode,
  enterWithEvent,
  openSheet,
  press,
  tapIn,
} from '../support/steps';

const { openDevice } = withBrowser();

const panel = (page: Page, name: string) => page.getByRole('article', { name });
/** What stands about an area. */
const crowd = (page: Page, eventName: string, name: string) =>
  panel(page, eventName).locator('div:has(> div > h3)', { has: page.getByRole('heading', { name, exact: true }) });

async function openDoor(code: string): Promise<Page> {
  const door = await openDevice();
  await enterWithCode(door, code);
  await connected(door);
  return door;
}

test('the control room sees two events side by side, hears of a full one and who has seen that, and misses a door that goes', async () => {
  const admin = await openDevice(DESKTOP);
  const { code } = await enterWithEvent(admin, 'Harbor Night', { Hall: 8 });
  const { eventId, accessCode } = z.parse(
    EventSchema,
    await call(admin, 'POST', '/api/events', { eventName: 'Attic' }),
  );
  await call(admin, 'POST', `/api/events/${eventId}/areas`, { areaName: 'Room', capacity: 1000 });
  await admin.getByRole('link', { name: 'All events' }).click();
  await crowd(admin, 'Harbor Night', 'Hall').getByText('0% full').waitFor();

  const [harbor, attic] = await Promise.all([openDoor(code), openDoor(formatAccessCode(accessCode))]);
  await press(harbor, 'This device');
  await harbor.getByRole('textbox', { name: 'Name' }).fill('North gate');
  await button(harbor, 'Save').click();
  await tapIn(harbor, 'Hall', 6);
  await tapIn(attic, 'Room', 3);
  await button(attic, 'Take one from Room').click();
  await expect.poll(() => crowd(admin, 'Harbor Night', 'Hall').getByTestId('crowd').textContent()).toBe('6');
  await expect.poll(() => crowd(admin, 'Attic', 'Room').getByTestId('crowd').textContent()).toBe('2');
  // The flow is asked for every ten seconds.
  await crowd(admin, 'Harbor Night', 'Hall')
    .getByText(/^Full in about [12] min$/)
    .waitFor();
  await crowd(admin, 'Attic', 'Room')
    .getByText(/^0\.[56] in, 0\.2 out per min$/)
    .waitFor();

  await tapIn(harbor, 'Hall', 3);
  await crowd(admin, 'Harbor Night', 'Hall').getByText('Over by 1').waitFor();
  await panel(admin, 'Harbor Night').getByText('Not acknowledged').waitFor();
  await harbor.getByText('100% full: Hall', { exact: true }).first().waitFor();
  while ((await button(harbor, 'Acknowledge').count()) > 0) {
    await button(harbor, 'Acknowledge').first().click();
    await harbor.waitForTimeout(500);
  }
  await openSheet(harbor);
  await harbor
    .getByText(/acknowledged by North gate, \d\d:\d\d/)
    .first()
    .waitFor();
  await panel(admin, 'Harbor Night').getByText('Not acknowledged').waitFor({ state: 'detached' });

  await admin.getByRole('link', { name: 'Open Harbor Night' }).click();
  await admin.getByRole('heading', { level: 1, name: 'Harbor Night' }).waitFor();
  await choose(admin, 'Event options', 'Devices');
  const gate = dialog(admin, 'Devices').getByRole('listitem').filter({ hasText: 'North gate' });
  await gate.getByText('Online').waitFor();
  expect((await gate.getByText('In today').locator('..').innerText()).replaceAll(/\s+/g, ' ')).toBe('In today 9');
  await harbor.context().close();
  await gate
    .getByText(/Offline since/)
    .filter({ visible: true })
    .waitFor();
}, 120_000);
