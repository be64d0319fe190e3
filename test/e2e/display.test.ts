import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { DESKTOP, withBrowser } from './support/browser';
import {
  button,
  openSettings,
  connected,
  dialog,
  enterWithCode,
  enterWithEvent,
  holdLine,
  inspect,
  scan,
  tapIn,
} from './support/steps';

const { openDevice } = withBrowser();

const TV = { width: 1920, height: 1080 };

/** Waits for these texts. The call that replaces the socket comes at most every six seconds. */
async function expectShown(page: Page, shown: readonly string[]): Promise<void> {
  const read = (id: string) => page.getByTestId(id).textContent();
  await expect.poll(async () => [await read('figure'), await read('words')]).toEqual(shown);
}

async function makeDisplayLink(admin: Page): Promise<string> {
  const section = await openSettings(admin, 'Public');
  await button(admin, 'Create link').click();
  const qr = section.getByRole('img', { name: /QR code/ });
  await qr.waitFor();
  const link = String(await scan(qr));
  expect(link).toMatch(/\/display\/[\w-]+$/);
  expect(await admin.getByRole('link', { name: 'Open display' }).getAttribute('href')).toBe(link);
  return link;
}

test('a television shows “Come in”, “Nearly full” and “Full”, also beyond the capacity; a revoked link shows nothing', async () => {
  const admin = await openDevice(DESKTOP);
  const { code } = await enterWithEvent(admin, 'Harbor Night', { Hall: 12 });
  const link = await makeDisplayLink(admin);

  const tv = await openDevice(TV);
  const asked = new Set<string>();
  tv.on('request', (request) => asked.add(new URL(request.url()).pathname.split('/').slice(0, 3).join('/')));
  const line = await holdLine(tv);
  await tv.goto(link);
  await expectShown(tv, ['12', 'Come in']);
  await inspect(tv, 'display');
  // A few seconds after the start, every page asks for the configuration, because of the error reports.
  const asksAbout = [...asked].filter((path) => path.startsWith('/api/') && path !== '/api/config');
  expect(asksAbout).toEqual(['/api/displays']);

  const door = await openDevice();
  await enterWithCode(door, code);
  await connected(door);
  await tapIn(door, 'Hall', 11);
  await expectShown(tv, ['1', 'Nearly full']);
  await tapIn(door, 'Hall', 4);
  await expectShown(tv, ['0', 'Full – please wait']);

  // Without its socket the display polls; without polling it says that it is not connected.
  await tv.route('**/api/displays/**', (route) => route.abort());
  await line.cut();
  await tv.getByText(/^No connection since/).waitFor();
  await tv.unroute('**/api/displays/**');
  for (let leaving = 0; leaving < 4; leaving++) await button(door, 'Remove one from Hall').click();
  await expectShown(tv, ['1', 'Nearly full']);
  expect(await tv.getByText(/^No connection/).count()).toBe(0);
  line.restore();

  await tv.reload();
  await expectShown(tv, ['1', 'Nearly full']);
  await button(admin, 'Turn off').click();
  await button(dialog(admin, 'Turn off'), 'Turn off').click();
  await tv.getByText('This link is no longer valid.').waitFor();
  await tv.reload();
  await tv.getByText('This link is no longer valid.').waitFor();
  expect(readFileSync(inject('serverLog'), 'utf8')).not.toContain(link.split('/').at(-1));
});
