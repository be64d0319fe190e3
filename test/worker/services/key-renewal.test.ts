import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openDatabase } from '../../../src/db/client';
import { MailRefusedError, type SendMail } from '../../../src/mail/mail';
import { mailKeyEnds } from '../../../src/services/keys/mail-key-ends';
import { CallingKeySchema, CreatedApiKeySchema, type KeyRenewal } from '../../../src/shared/keys/schemas';
import { DAY_MS } from '../../../src/shared/durations';
import { KEY_ENDS_SOON_DAYS, KEY_OVERLAP_DAYS } from '../../../src/shared/keys/limits';
import { stopClock } from '../../support/clock';
import { type Admin, confirmPasswords, createVenue, loginWithCode, signUp } from '../support/accounts';
import { expectDocumented } from '../support/documented';
import { makeKey, withKey } from '../support/keys';

/** Tests that a key gets a new text and keeps all else, what it reads about itself, and that its end is told in time. */

beforeEach(() => stopClock());

async function renew({ client }: Admin, keyId: string, body: KeyRenewal = { days: 365 }) {
  const answer = await client.post(`/api/keys/${keyId}/renewal`, body);
  expectDocumented('POST /api/keys/:keyId/renewal', answer);
  expect(answer.status).toBe(201);
  return z.parse(CreatedApiKeySchema, answer.body);
}
const statusOf = async (key: string) => (await withKey(key).get('/api/key')).status;
const later = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS);

test('a renewed key has another text and the same machines, and both texts count until the overlap is over', async () => {
  const { admin, event, area } = await createVenue();
  const old = await makeKey(admin, { scopes: ['count'], days: 30 });
  const send = async (key: string, sourceId: string, seq: number) => {
    const body = { source: { sourceId, areaId: area.areaId }, items: [{ seq, in: 1 }] };
    return (await withKey(key).post(`/api/events/${event.eventId}/counts`, body)).status;
  };
  for (const sourceId of ['north', 'south']) expect(await send(old.key, sourceId, 1)).toBe(200);
  const renewed = await renew(admin, old.keyId);
  expect(renewed.key).not.toBe(old.key);
  const overlapEndsAt = new Date(Date.now() + KEY_OVERLAP_DAYS * DAY_MS).toISOString();
  const { key: _old, ...about } = old;
  const { key, ...now } = renewed;
  expect(now).toMatchObject({
    ...about,
    hint: key.slice(0, 10),
    overlapEndsAt,
    expiresAt: new Date(Date.now() + 365 * DAY_MS).toISOString(),
    lastUsedAt: expect.any(String),
  });
  expect((await admin.client.get('/api/keys')).body).toEqual({ keys: [now] });
  // One turnstile has the new text, the other one not yet.
  expect([await send(key, 'north', 2), await send(old.key, 'south', 2), await send(old.key, 'north', 3)]).toEqual([
    200, 200, 200,
  ]);
  later(KEY_OVERLAP_DAYS);
  await confirmPasswords();
  expect([await send(key, 'south', 3), await send(old.key, 'south', 4)]).toEqual([200, 401]);
  expect((await admin.client.get('/api/keys')).body).toMatchObject({ keys: [{ overlapEndsAt: null }] });
});

test('without an overlap, and after another renewal, the older text ends', async () => {
  const admin = await signUp();
  const first = await makeKey(admin);
  const second = await renew(admin, first.keyId, { days: 30, overlapDays: 30 });
  expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([200, 200]);
  const third = await renew(admin, first.keyId, { days: 30, overlapDays: 1 });
  expect([await statusOf(first.key), await statusOf(second.key), await statusOf(third.key)]).toEqual([401, 200, 200]);
  const fourth = await renew(admin, first.keyId, { days: 30, overlapDays: 0 });
  expect([await statusOf(second.key), await statusOf(third.key), await statusOf(fourth.key)]).toEqual([401, 401, 200]);
  expect(fourth.overlapEndsAt).toBeNull();
});

test('revoking ends both texts, and no text outlives its key', async () => {
  const admin = await signUp();
  const [revoked, short] = [await makeKey(admin), await makeKey(admin)];
  const [afterwards, brief] = [await renew(admin, revoked.keyId), await renew(admin, short.keyId, { days: 1 })];
  expect(brief.overlapEndsAt).toBe(brief.expiresAt);
  expect(await statusOf(revoked.key)).toBe(200);
  expect((await admin.client.call('DELETE', `/api/keys/${revoked.keyId}`)).status).toBe(200);
  expect([await statusOf(revoked.key), await statusOf(afterwards.key)]).toEqual([401, 401]);
  later(1);
  expect([await statusOf(short.key), await statusOf(brief.key)]).toEqual([401, 401]);
  for (const keyId of [revoked.keyId, short.keyId]) {
    await confirmPasswords();
    const { status, body } = await admin.client.post(`/api/keys/${keyId}/renewal`, { days: 30 });
    expect([status, body]).toMatchObject([400, { message: { id: 'key_ended' } }]);
  }
});

test('only a recently confirmed admin renews a key, and what is wrong is named', async () => {
  const admin = await signUp();
  const { keyId } = await makeKey(admin);
  for (const wrong of [{}, { days: 0 }, { days: 731 }, { days: 30, overlapDays: 31 }, { days: 30, overlapDays: -1 }]) {
    const { status, body } = await admin.client.post(`/api/keys/${keyId}/renewal`, wrong);
    expect([status, body]).toMatchObject([400, { message: { id: 'key_renewal_invalid', values: [730, 30] } }]);
  }
  expect((await (await signUp()).client.post(`/api/keys/${keyId}/renewal`, { days: 30 })).status).toBe(404);
  await env.DB.prepare('UPDATE sessions SET confirmed_at = NULL').run();
  const { body } = await admin.client.post(`/api/keys/${keyId}/renewal`, { days: 30 });
  expect(body).toMatchObject({ code: 'confirmation_needed' });
});

test('a key of any scope reads what it is, and nobody else does', async () => {
  const { admin, event } = await createVenue();
  for (const scope of ['read', 'count', 'manage'] as const) {
    const {
      key,
      revokedAt: _,
      lastUsedAt: __,
      ...made
    } = await makeKey(admin, { scopes: [scope], eventId: event.eventId });
    const renewed = await renew(admin, made.keyId);
    for (const text of [key, renewed.key]) {
      const answer = await withKey(text).get('/api/key');
      expectDocumented('GET /api/key', answer);
      expect(answer.text).not.toContain(text);
      const { hint, expiresAt, overlapEndsAt } = renewed;
      const expected = { ...made, hint, expiresAt, overlapEndsAt, isOldText: text === key };
      expect(z.parse(CallingKeySchema, answer.body)).toEqual(expected);
    }
  }
  for (const caller of [admin.client, await loginWithCode(event.accessCode)])
    expect((await caller.get('/api/key')).body).toMatchObject({ code: 'forbidden', message: { id: 'keys_alone' } });
});

test('the owner of a key that ends soon is told once by mail for each expiry', async () => {
  const { admin, event } = await createVenue();
  const soon = await makeKey(admin, { name: 'North turnstile', eventId: event.eventId, days: KEY_ENDS_SOON_DAYS + 1 });
  const gone = await makeKey(admin, { days: 3 });
  await makeKey(admin, { days: KEY_ENDS_SOON_DAYS + 30 });
  expect((await admin.client.call('DELETE', `/api/keys/${gone.keyId}`)).status).toBe(200);
  const sendMail = vi.fn<SendMail>(async () => undefined);
  const hour = async () => {
    sendMail.mockClear();
    const db = openDatabase(env.DB);
    await mailKeyEnds({ db, now: () => Date.now(), publicOrigin: 'https://headroom.example', sendMail });
    return sendMail.mock.calls.map(([mail]) => mail);
  };
  expect(await hour()).toEqual([]);
  later(1);
  vi.spyOn(console, 'error').mockReturnValue();
  sendMail.mockRejectedValueOnce(new Error('out of reach'));
  const [failed] = await hour();
  const [mail] = await hour();
  expect(mail).toEqual(failed);
  expect(mail).toMatchObject({ to: admin.email, subject: expect.stringContaining('North turnstile') });
  for (const word of [event.eventName, soon.expiresAt.slice(0, 10), 'Renew', 'Erneuern', 'https://headroom.example'])
    expect(mail?.text).toContain(word);
  expect(mail?.text).not.toContain(soon.hint);
  expect(await hour()).toEqual([]);
  await confirmPasswords();
  await renew(admin, soon.keyId, { days: KEY_ENDS_SOON_DAYS - 1 });
  // An address that the provider refuses for good is tried once.
  sendMail.mockRejectedValueOnce(new MailRefusedError('no such mailbox', false));
  expect(await hour()).toHaveLength(1);
  expect(await hour()).toEqual([]);
});
