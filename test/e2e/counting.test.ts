import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launch, openDevice, PASSWORD } from './support';

let browser: Browser;
const pageErrors: string[] = [];

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(() => {
  pageErrors.length = 0;
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Account created successfully! Please log in.').waitFor();
}

async function logIn(page: Page, identifier: string, password?: string): Promise<void> {
  await page.getByLabel('Email or Access Code').fill(identifier);
  if (password !== undefined) await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/app');
}

async function createEvent(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Select Event' }).click();
  await page.getByRole('button', { name: '+ Create New Event' }).click();
  await page.getByLabel('Event Name').fill(name);
  await page.getByRole('button', { name: 'Create Event' }).click();
  await page.getByRole('heading', { name }).waitFor();
  const code = await page.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent();
  return code ?? '';
}

async function addArea(page: Page, name: string, capacity: string): Promise<void> {
  await page.getByRole('button', { name: '+ Add New Area' }).click();
  await page.getByLabel('Area Name').fill(name);
  await page.getByLabel('Capacity').fill(capacity);
  await page.getByRole('button', { name: 'Create Area' }).click();
  await page.getByRole('article', { name }).waitFor();
}

const shown = (page: Page, area: string): Promise<string | null> =>
  page.getByRole('article', { name: area }).getByTestId('occupancy').textContent();

const tapIn = async (page: Page, area: string, times = 1): Promise<void> => {
  for (let i = 0; i < times; i++) await page.getByRole('button', { name: `Add one to ${area}` }).click();
};

const expectAccessible = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
};

test('an admin and the door count together, each sees the other at once', async () => {
  const admin = await openDevice(browser, pageErrors, { width: 1280, height: 800 });
  const email = `journey-${Date.now()}@headroom.test`;
  await signUp(admin, email);
  await expectAccessible(admin);
  await logIn(admin, email, PASSWORD);
  await admin.getByText('Please select an event to begin.').waitFor();
  const code = await createEvent(admin, 'Open Air');
  await admin.getByText('This event has no areas yet.').waitFor();
  await addArea(admin, 'Main Stage', '10');

  const door = await openDevice(browser, pageErrors);
  await door.goto('/app');
  await door.waitForURL('**/login');
  expect(await door.getByLabel('Password', { exact: true }).count()).toBe(0);
  await logIn(door, code.toLowerCase());
  await door.getByRole('article', { name: 'Main Stage' }).waitFor();
  expect(await door.getByRole('button', { name: '+ Add New Area' }).count()).toBe(0);
  await door.getByText('Connected', { exact: true }).waitFor();
  await admin.getByText('Connected', { exact: true }).waitFor();

  await tapIn(door, 'Main Stage', 3);
  expect(await shown(door, 'Main Stage')).toBe('3');
  await expect.poll(() => shown(admin, 'Main Stage')).toBe('3');
  await tapIn(admin, 'Main Stage', 2);
  await expect.poll(() => shown(door, 'Main Stage')).toBe('5');
  await door.getByRole('button', { name: 'Take one from Main Stage' }).click();
  await expect.poll(() => shown(admin, 'Main Stage')).toBe('4');

  await addArea(admin, 'Bar', '80');
  await door.getByRole('article', { name: 'Bar' }).waitFor();
  expect(await door.getByRole('button', { name: 'Take one from Bar' }).isDisabled()).toBe(true);
  for (const page of [admin, door]) await expectAccessible(page);

  await door.reload();
  await expect.poll(() => shown(door, 'Main Stage')).toBe('4');
  expect(pageErrors).toEqual([]);
});

test('taps made without a network arrive once it is back, and only once', async () => {
  const admin = await openDevice(browser, pageErrors, { width: 1280, height: 800 });
  const email = `offline-${Date.now()}@headroom.test`;
  await signUp(admin, email);
  await logIn(admin, email, PASSWORD);
  const code = await createEvent(admin, 'Cellar');
  await addArea(admin, 'Floor', '100');
  const door = await openDevice(browser, pageErrors);
  await door.goto('/login');
  await logIn(door, code);
  await door.getByText('Connected', { exact: true }).waitFor();
  await tapIn(door, 'Floor', 2);
  await expect.poll(() => shown(admin, 'Floor')).toBe('2');

  await door.context().setOffline(true);
  await tapIn(door, 'Floor', 4);
  expect(await shown(door, 'Floor')).toBe('6');
  await tapIn(admin, 'Floor', 1);
  expect(await shown(admin, 'Floor')).toBe('3');
  await door.context().setOffline(false);
  await expect.poll(() => shown(admin, 'Floor'), { timeout: 40_000 }).toBe('7');
  await expect.poll(() => shown(door, 'Floor'), { timeout: 40_000 }).toBe('7');
  expect(pageErrors).toEqual([]);
});

test('a wrong code says so; a deleted event sends its devices away with the reason', async () => {
  const stranger = await openDevice(browser, pageErrors);
  await stranger.goto('/login');
  await stranger.getByLabel('Email or Access Code').fill('ABCD-2346');
  await stranger.getByRole('button', { name: 'Log in', exact: true }).click();
  await stranger.getByText('Login failed. Please check your credentials.').waitFor();
  await expectAccessible(stranger);

  const admin = await openDevice(browser, pageErrors, { width: 1280, height: 800 });
  const email = `deleted-${Date.now()}@headroom.test`;
  await signUp(admin, email);
  await logIn(admin, email, PASSWORD);
  const code = await createEvent(admin, 'One Night');
  await stranger.getByLabel('Email or Access Code').fill(code);
  await stranger.getByRole('button', { name: 'Log in', exact: true }).click();
  await stranger.getByRole('heading', { name: 'One Night' }).waitFor();
  await stranger.getByText('Connected', { exact: true }).waitFor();
  const deleted = await admin.evaluate(async () => {
    const [event] = await (await fetch('/api/events')).json();
    return (await fetch(`/api/events/${event.eventId}`, { method: 'DELETE' })).status;
  });
  expect(deleted).toBe(200);
  await stranger.getByText('The event you were viewing has been deleted or is no longer accessible.').waitFor();
  await stranger.waitForURL('**/login');
  await admin.getByText('Please select an event to begin.').waitFor();
  expect(pageErrors).toEqual([]);
});
