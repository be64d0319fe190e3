import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, inject, test } from 'vitest';
import { DESKTOP, withBrowser } from './support/browser';
import {
  button,
  openSettings,
  connected,
  dialog,
  enterWithCode,
  enterWithEvent,
  inspect,
  tapIn,
} from './support/steps';

const { openDevice } = withBrowser();

const sites: Server[] = [];
afterEach(() => {
  for (const site of sites.splice(0)) site.close();
});

/** Serves a page of another site, under the strictest policy that lets the widget in. Returns its address. */
async function openSite(body: string, product: string): Promise<string> {
  const policy = [
    "default-src 'none'",
    `script-src ${product}`,
    `connect-src ${product}`,
    `frame-src ${product}`,
    "style-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').setHeader('Content-Security-Policy', policy);
    response.end(`<!doctype html><html lang="en"><title>The venue</title><main><h1>Welcome</h1>${body}</main></html>`);
  });
  sites.push(site);
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
}

test('the pasted lines show how busy it is on another site under a strict policy, until the admin turns that off', async () => {
  const admin = await openDevice(DESKTOP);
  const { code } = await enterWithEvent(admin, 'Harbor Night', { Hall: 10 });
  const shown = await openSettings(admin, 'Public');
  await shown.getByLabel('What everybody sees').selectOption('numbers');
  await button(admin, 'Make public').click();
  const script = await shown.getByText('<script').textContent();
  const frame = await shown.getByText('<iframe').textContent();
  await inspect(admin, 'public-numbers');

  const door = await openDevice();
  await enterWithCode(door, code);
  await connected(door);
  await tapIn(door, 'Hall', 7);

  const product = new URL(inject('baseUrl')).origin;
  const visitor = await openDevice(DESKTOP);
  await visitor.goto(await openSite(`${script}${frame}`, product));
  const inFrame = visitor.frameLocator('iframe').getByRole('status');
  const inPage = visitor.locator('.headroom-widget').getByRole('status');
  for (const status of [inPage, inFrame]) await expect.poll(() => status.textContent()).toBe('Busy');
  await visitor.getByText('70% full').waitFor();
  const styleOf = (name: string) =>
    visitor
      .locator('.headroom-widget .box')
      .evaluate((box, property) => getComputedStyle(box).getPropertyValue(property), name);
  expect([await styleOf('padding-left'), await styleOf('background-color')]).toEqual(['16px', 'rgb(255, 255, 255)']);
  await visitor.emulateMedia({ colorScheme: 'dark' });
  expect(await styleOf('background-color')).toBe('rgb(20, 24, 29)');
  await inspect(visitor, 'widget');

  await button(admin, 'Turn off').click();
  await dialog(admin, 'Turn off').getByRole('button', { name: 'Turn off' }).click();
  await button(admin, 'Make public').waitFor();
  await visitor.reload();
  for (const status of [inPage, inFrame]) await expect.poll(() => status.textContent()).toBe('Not public');
});
