import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addArea, button, choose, createEvent, enterAsAdmin, enterWithCode, inspect, tapIn } from '../support/steps';
import { DESKTOP, withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

const figure = (page: Page, name: string) =>
  page
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();
const row = (page: Page, table: string, name: string) =>
  page.getByRole('group', { name: table, exact: true }).locator('tr', { has: page.getByRole('rowheader', { name }) });

test(
  'the organizer reads the report while people come in, and it follows what the door counts',
  { timeout: 150_000 },
  async () => {
    const admin = await openDevice(DESKTOP);
    await enterAsAdmin(admin);
    const code = await createEvent(admin, 'Harbor Night');
    await addArea(admin, '東京 Lounge', '4');
    await addArea(admin, 'Ελλάδα', '100');
    const door = await openDevice();
    await enterWithCode(door, code);
    await door.getByText('Connected', { exact: true }).waitFor();

    await choose(admin, 'Event options', 'Reports');
    await admin.getByText('Nothing was counted on these days.').waitFor();
    await inspect(admin, 'report-empty');

    await tapIn(door, '東京 Lounge', 5);
    await tapIn(door, 'Ελλάδα', 2);
    await button(door, 'Take one from 東京 Lounge').click();
    // It is asked for every 15 seconds.
    await expect.poll(() => figure(admin, 'People in').textContent(), { timeout: 40_000 }).toBe('7');
    await expect.poll(() => figure(admin, 'Inside now').textContent(), { timeout: 40_000 }).toBe('6');
    expect(await figure(admin, 'Most people at once').textContent()).toBe('7');
    await admin.getByText('Live', { exact: true }).waitFor();
    expect(await row(admin, 'Areas', '東京 Lounge').textContent()).toContain('125%');
    await row(admin, 'Above capacity', '東京 Lounge').getByText('5 of 4').waitFor();
    await inspect(admin, 'report');

    const slider = admin.getByRole('slider');
    await admin.getByLabel('Shown').selectOption('東京 Lounge');
    expect(new URL(admin.url()).searchParams.get('area')).not.toBeNull();
    await slider.focus();
    await admin.keyboard.press('End');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/4 inside|–5 inside/);
    await admin.reload();
    await expect.poll(() => slider.getAttribute('aria-label')).toBe('Occupancy of 東京 Lounge over time');

    await admin.getByText(/^Intervals of 15 min: /).click();
    await inspect(admin, 'report-intervals');
    await admin.getByRole('link', { name: 'Back to counting' }).click();
    await admin.getByRole('heading', { level: 1, name: 'Harbor Night' }).waitFor();

    await door.goto('/app/reports');
    await door.waitForURL('**/user');
    expect(pageErrors).toEqual([]);
  },
);
