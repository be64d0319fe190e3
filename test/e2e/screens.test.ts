import { expect, inject, test } from 'vitest';
import { withBrowser } from './support/browser';
import { enterAsAdmin, enterWithCode } from './support/steps';
import { walkAsDoor, walkAsGuest, walkThroughDialogs, walkThroughReports, walkToEvent } from './support/walk';

const { openDevice } = withBrowser();
const LONG_WALK = { timeout: 180_000 };

/** On a desktop: test/e2e/nightly/screens.test.ts. */
test(
  'axe finds nothing on any screen of a guest, an organizer and a door on a phone, in light and in dark',
  LONG_WALK,
  async () => {
    await walkAsGuest(await openDevice());
    const admin = await openDevice();
    await enterAsAdmin(admin);
    const code = await walkToEvent(admin);
    await walkThroughDialogs(admin);
    const door = await openDevice();
    await enterWithCode(door, code);
    await walkAsDoor(door);
    await walkThroughReports(admin);
  },
);

test.each(['/', '/login'])('%s names all that its scripts import, so that it loads at once', async (path) => {
  const read = async (file: string) => await (await fetch(new URL(file, inject('baseUrl')))).text();
  const html = await read(path);
  const entries = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, file = '']) => file);
  const code = (await Promise.all(entries.map(read))).join('\n');
  const imports = [...code.matchAll(/(?:from|import)\s*["`]\.\/([^"`]+\.js)["`]/g)];
  expect(imports).not.toEqual([]);
  expect(imports.filter(([, file]) => !html.includes(`"/assets/${file}"`))).toEqual([]);
});
