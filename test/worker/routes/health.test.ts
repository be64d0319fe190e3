import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

test('health says ok', async () => {
  const response = await exports.default.fetch('http://headroom.test/api/health');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ ok: true });
});
