import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addArea, button, createEvent, enterAsAdmin, enterWithCode, inspect, tapIn } from '../support/steps';
import { DESKTOP, withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

const panel = (page: Page, name: string) => page.getByRole('article', { name });
/** What stands about an area, or about the whole venue. */
const crowd = (page: Page, eventName: string, name: string) =>
  panel(page, eventName).locator('div:has(> div > h3)', { has: page.getByRole('heading', { name, exact: true }) });

async function openDoor(code: string): Promise<Page> {
  const door = await openDevice();
  await enterWithCode(door, code);
  await door.getByText('Connected', { exact: true }).waitFor();
  return door;
}

test(
  'the control room sees two events side by side: people, what comes and goes, and when it is full',
  { timeout: 120_000 },
  async () => {
    const admin = await openDevice(DESKTOP);
    await enterAsAdmin(admin);
    const harborCode = await createEvent(admin, 'Harbor Night');
    await addArea(admin, 'Hall', '8');
    await button(admin, 'Event options').click();
    await admin.getByRole('menuitem', { name: 'Switch Event' }).click();
    await button(admin, '+ Create New Event').click();
    await admin.getByLabel('Event Name').fill('Attic');
    await button(admin, 'Create Event').click();
    await admin.getByRole('heading', { name: 'Attic' }).waitFor();
    const atticCode = (await admin.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent()) ?? '';
    await addArea(admin, 'Room', '1000');

    await admin.getByRole('link', { name: 'All events' }).click();
    await crowd(admin, 'Harbor Night', 'Hall').getByText('0% full').waitFor();
    expect(await admin.getByRole('article').count()).toBe(2);

    const [harbor, attic] = await Promise.all([openDoor(harborCode), openDoor(atticCode)]);
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
    await inspect(admin, 'overview');

    await tapIn(harbor, 'Hall', 3);
    await crowd(admin, 'Harbor Night', 'Hall').getByText('Over by 1').waitFor();
    await panel(admin, 'Harbor Night').getByText('Not acknowledged').waitFor();
    await admin.getByText('Fullness').click();
    await expect.poll(() => admin.getByRole('article').first().getAttribute('aria-label')).toBe('Harbor Night');

    await admin.getByRole('link', { name: 'Open Harbor Night' }).click();
    await admin.getByRole('heading', { level: 1, name: 'Harbor Night' }).waitFor();
    expect(pageErrors).toEqual([]);
  },
);
