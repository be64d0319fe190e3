import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { sha256Hex } from '../../../src/crypto/ids';
import { AccountHub } from '../../../src/hub/account-hub';
import { keySessionId } from '../../../src/services/keys/authenticate';
import { CreatedApiKeySchema, type NewApiKey } from '../../../src/shared/keys/schemas';
import { stopClock } from '../../support/clock';
import { createArea, createEvent, signUp } from '../support/accounts';
import { makeKey, withKey } from '../support/keys';

/** Tests what an isolate remembers of the keys and events of machines that send often, and for how long. */

const REMEMBERED_MS = 1000;
/** A call asks D1 again after this time. */
const ASKED_AGAIN_MS = 800;

const spyOnDatabase = () => vi.spyOn(Object.getPrototypeOf(env.DB), 'prepare');

async function door(fields: Partial<NewApiKey> = {}) {
  stopClock();
  const admin = await signUp();
  const { eventId } = await createEvent(admin);
  const { areaId } = await createArea(admin, eventId);
  const key = await makeKey(admin, { scopes: ['count'], ...fields });
  const path = `/api/events/${eventId}/counts`;
  const batch = (seq: number, sourceId = 'first') => ({ source: { sourceId, areaId }, items: [{ seq, in: 1 }] });
  const send = async (seq: number, address?: string) => await withKey(key.key, address).post(path, batch(seq));
  const later = (ms = REMEMBERED_MS) => vi.setSystemTime(Date.now() + ms);
  return { admin, eventId, key, path, batch, send, later };
}

test('a hundred batches within a second ask D1 once for the key, and once for the event', async () => {
  const { key, path, batch, send, later } = await door();
  // This one opens the event, which D1 notes.
  expect((await send(1)).status).toBe(200);
  later();
  const asked = spyOnDatabase();
  for (let source = 0; source < 10; source++)
    for (let seq = 1; seq <= 10; seq++)
      expect((await withKey(key.key).post(path, batch(seq, `turnstile-${source}`))).status).toBe(200);
  // When the key was last used is written after an answer.
  const reads = asked.mock.calls.filter(([sql]) => String(sql).startsWith('select'));
  expect(reads).toHaveLength(2);
});

test('a key that another isolate revoked counts for a second at most', async () => {
  const { key, send, later } = await door();
  expect((await send(1)).status).toBe(200);
  await env.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE key_id = ?').bind(key.keyId).run();
  later(ASKED_AGAIN_MS - 1);
  expect((await send(2)).status).toBe(200);
  later(REMEMBERED_MS - ASKED_AGAIN_MS + 1);
  const refused = await send(3);
  expect([refused.status, refused.body]).toMatchObject([401, { message: { id: 'key_invalid' } }]);
});

test('a text that ends here counts nothing more at once, and its streams are ended', async () => {
  const { admin, key, path, batch, send } = await door();
  expect((await send(1)).status).toBe(200);
  const ended = vi.spyOn(AccountHub.prototype, 'endSessions');
  const renewed = await admin.client.post(`/api/keys/${key.keyId}/renewal`, { days: 30, overlapDays: 0 });
  const { key: text } = z.parse(CreatedApiKeySchema, renewed.body);
  expect((await send(2)).status).toBe(401);
  expect((await withKey(text).post(path, batch(2))).status).toBe(200);
  expect((await admin.client.call('DELETE', `/api/keys/${key.keyId}`)).status).toBe(200);
  expect((await withKey(text).post(path, batch(3))).status).toBe(401);
  const sessions = await Promise.all([key.key, text].map(async (one) => keySessionId(key.keyId, await sha256Hex(one))));
  await vi.waitFor(() => expect(ended.mock.calls).toEqual(sessions.map((session) => [[session]])));
});

test('an expired key counts nothing more at once, and address ranges hold at each batch', async () => {
  const { key, send, later } = await door({ addresses: ['203.0.113.7'], days: 1 });
  later(Date.parse(key.expiresAt) - Date.now() - 1);
  expect((await send(1, '203.0.113.7')).status).toBe(200);
  expect((await send(2, '203.0.113.8')).status).toBe(403);
  later(1);
  expect((await send(2, '203.0.113.7')).status).toBe(401);
});

test('a locked account counts nothing a second later', async () => {
  const { send, later } = await door();
  expect((await send(1)).status).toBe(200);
  await env.DB.prepare("UPDATE users SET subscription_status = 'unpaid', revision = revision + 1").run();
  later();
  expect((await send(2)).body).toMatchObject({ items: [{ status: 'refused', code: 'counting_locked' }] });
});

test('all machines of an event that was deleted hear so', async () => {
  const { admin, eventId, send, later } = await door();
  expect((await send(1)).status).toBe(200);
  expect((await admin.client.call('DELETE', `/api/events/${eventId}`)).status).toBe(200);
  expect((await send(2)).status).toBe(404);
  later();
  const answers = await Promise.all([2, 3, 4, 5].map(async (seq) => (await send(seq)).status));
  expect(answers).toEqual([404, 404, 404, 404]);
});

test('while D1 is away a batch is told to come again, and then counts once', async () => {
  const { admin, eventId, send, later } = await door();
  expect((await send(1)).status).toBe(200);
  const away = spyOnDatabase().mockImplementation(() => {
    throw new Error('D1 is away');
  });
  const log = vi.spyOn(console, 'error').mockReturnValue();
  later();
  const told = await send(2);
  expect([told.status, told.headers.get('retry-after')]).toEqual([503, '2']);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('"what":"in force"'));
  away.mockRestore();
  later();
  for (let twice = 0; twice < 2; twice++)
    expect((await send(2)).body).toMatchObject({ items: [{ status: expect.stringMatching(/accepted|duplicate/) }] });
  const { body } = await admin.client.get(`/api/events/${eventId}/areas`);
  expect(body).toMatchObject({ areas: [{ totalEntries: 2 }] });
});
