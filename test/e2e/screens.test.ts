import { expect, inject, test } from 'vitest';
import { PHONE, withBrowser } from './support/browser';
import { walkOverAllScreens } from './support/walk';

const { openDevice, pageErrors } = withBrowser();

/** On a desktop: test/e2e/nightly/screens.test.ts. */
test('every screen of a guest, an organizer and a door opens on a phone, and axe finds nothing in light and in dark', async () => {
  await walkOverAllScreens(openDevice, PHONE);
  expect(pageErrors).toEqual([]);
}, 240_000);

test.each(['/', '/login'])('%s names all that its scripts import, so that it loads at once', async (path) => {
  const read = async (file: string) => await (await fetch(new URL(file, inject('baseUrl')))).text();
  const html = await read(path);
  const entries = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, file = '']) => file);
  const code = (await Promise.all(entries.map(read))).join('\n');
  const imports = [...code.matchAll(/(?:from|import)\s*["`]\.\/([^"`]+\.js)["`]/g)];
  expect(imports).not.toEqual([]);
  expect(imports.filter(([, file]) => !html.includes(`"/assets/${file}"`))).toEqual([]);
});
