import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { openAccount, openEvent } from '../support/venue';

const TOKEN = 'ab'.repeat(32);
/** How servers commonly print a call: its method and its address. */
const PRINTED_CALL = /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE) \S*\//;

test('the server prints its own lines and no addresses: neither access codes nor display tokens', async () => {
  const url = new URL(inject('baseUrl'));
  const admin = await openAccount(url, `output-${crypto.randomUUID()}@headroom.test`);
  const { eventId, accessCode, headers } = await openEvent(admin, 1);
  const ask = async (path: string) => (await fetch(new URL(path, url), { headers })).status;

  expect(await ask(`/api/events/by-access-code/${accessCode}`)).toBe(200);
  expect(await ask(`/login?code=${accessCode}`)).toBe(200);
  expect(await ask(`/api/displays/${TOKEN}`)).toBe(404);
  expect(await ask(`/display/${TOKEN}`)).toBe(200);
  expect(await ask(`/api/events/${eventId}/devices`)).toBe(200);

  const printed = () => readFileSync(inject('serverLog'), 'utf8');
  // The last call's line: what the others printed is there, too.
  await expect.poll(printed).toMatch(new RegExp(`"route":"/api/events/:eventId/devices".*"${eventId}"`));
  expect(printed()).not.toContain(accessCode);
  expect(printed()).not.toContain(TOKEN);
  expect(
    printed()
      .split('\n')
      .filter((line) => PRINTED_CALL.test(line)),
  ).toEqual([]);
});
