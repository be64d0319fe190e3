import { expect, test } from 'vitest';
import {
  addArea,
  area,
  button,
  closeSheet,
  createEvent,
  enterAsAdmin,
  enterWithCode,
  expectEdges,
  inspect,
  openSheet,
  press,
  tapIn,
} from '../support/steps';
import { DESKTOP, withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

test('a crowd that reaches a threshold is told on every device, until one has seen it; all hear which', async () => {
  const admin = await openDevice(DESKTOP);
  await enterAsAdmin(admin);
  const code = await createEvent(admin, 'Alarm');
  await addArea(admin, 'Floor', '10');
  const door = await openDevice();
  await enterWithCode(door, code);
  await door.getByText('Connected', { exact: true }).waitFor();
  await area(door, 'Floor').waitFor();
  await press(door, 'This device');
  await door.getByRole('textbox', { name: 'Name' }).fill('North gate');
  await button(door, 'Save').click();

  const topOfCard = async () =>
    ((await area(admin, 'Floor').boundingBox())?.y ?? Number.NaN) + (await admin.evaluate(() => scrollY));
  const top = await topOfCard();
  await tapIn(admin, 'Floor', 9);
  for (const page of [admin, door]) await page.getByText('90% full: Floor', { exact: true }).first().waitFor();
  expect(await topOfCard()).toBe(top);
  await inspect(door, 'alert');
  const acknowledge = button(door, 'Acknowledge');
  await expectEdges(door, [acknowledge, door.locator('header [data-tone]')]);
  const { x, y, width, height } = (await acknowledge.boundingBox())!;
  const tap = () => door.touchscreen.tap(x + width / 2, y + height / 2);
  await tap();
  await acknowledge.waitFor({ state: 'detached' });
  await tap();
  expect(await door.getByRole('dialog').count()).toBe(0);
  for (const page of [door, admin]) {
    await expect.poll(() => button(page, 'Acknowledge').count()).toBe(0);
    await openSheet(page);
    await page.getByText(/acknowledged by North gate, \d\d:\d\d/).waitFor({ timeout: 20_000 });
  }
  await inspect(door, 'alert-seen');
  await closeSheet(door);

  await tapIn(admin, 'Floor', 2);
  await door.getByText('100% full: Floor', { exact: true }).first().waitFor();
  await door.getByText('Over by 1', { exact: true }).waitFor();
  expect(pageErrors).toEqual([]);
});

test('a device that cannot load the alerts’ banner tells the alert, and gets the banner as soon as it can', async () => {
  const admin = await openDevice(DESKTOP);
  await enterAsAdmin(admin);
  const code = await createEvent(admin, 'Alarm');
  await addArea(admin, 'Floor', '10');
  const door = await openDevice();
  await door.clock.install();
  // One would have the code.
  await door.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  const banner = /assets\/alert-banner/;
  await door.route(banner, (route) => route.abort());
  await enterWithCode(door, code);
  await area(door, 'Floor').waitFor();
  await door.getByText('Connected', { exact: true }).waitFor();

  await tapIn(admin, 'Floor', 9);
  await door.locator('header').getByText('90% full: Floor', { exact: true }).waitFor();
  expect(await door.getByRole('alert').textContent()).toMatch(/^90% full: Floor/);
  await inspect(door, 'alert-without-its-banner');
  expect(await button(door, 'Acknowledge').count()).toBe(0);
  await door.unroute(banner);
  await door.clock.fastForward(30_000);
  await button(door, 'Acknowledge').click();
  await admin.getByText(/acknowledged at \d\d:\d\d/).waitFor({ timeout: 20_000 });
  expect(pageErrors).toEqual([]);
});
