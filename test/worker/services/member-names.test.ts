import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AccountExportSchema } from '../../../src/services/accounts/export-schema';
import { ReportSchema } from '../../../src/shared/schemas/report';
import { type Admin, confirmPasswords, createOpenVenue, PASSWORD } from '../support/accounts';
import type { Client } from '../support/client';
import { makeLink, open, read } from '../support/inspections';
import { makeKey, withKey } from '../support/keys';
import { accountOf, addMember } from '../support/members';

/** Tests that reports and the export say which member of an account did something (docs/product.md, U9). */

const recount = async ({ client }: Pick<Admin, 'client'>, areaId: string, occupancy: number) =>
  expect(
    (await client.call('PUT', `/api/areas/${areaId}/recount`, { body: { occupancy, reason: 'By eye' } })).status,
  ).toBe(200);

/** The report as text, and who made the recounts that it has. */
async function reportOf(client: Client, eventId: string) {
  const { text, body } = await client.get(`/api/events/${eventId}/report`);
  const { journal } = z.parse(ReportSchema, body);
  return { text, by: journal.filter(({ kind }) => kind === 'occupancy_recounted').map(({ person }) => person) };
}

test('reports name each member of an account, those who have left by a number that stays theirs', async () => {
  const { admin, event, area } = await createOpenVenue();
  const { eventId } = event;
  await recount(admin, area.areaId, 1);
  const alone = await reportOf(admin.client, eventId);
  expect(alone.text, 'an account of one notices nothing').not.toMatch(/person|formerOwner/i);

  const [manager, owner] = [await addMember(admin, 'manager'), await addMember(admin, 'owner')];
  await recount(manager, area.areaId, 2);
  await recount(owner, area.areaId, 3);
  const [founder, second, third] = [admin, manager, owner].map(({ email }) => ({ email }));
  expect((await reportOf(manager.client, eventId)).by).toEqual([founder, second, third]);

  await confirmPasswords();
  expect((await owner.client.call('DELETE', `/api/members/${manager.personId}`)).status).toBe(200);
  const first = { email: null, formerMember: 1 };
  expect((await reportOf(owner.client, eventId)).by).toEqual([founder, first, third]);
  const founderId = await accountOf(admin);
  expect((await admin.client.call('DELETE', '/api/users')).status).toBe(200);
  const left = await reportOf(owner.client, eventId);
  expect(left.by).toEqual([{ email: null, formerMember: 2 }, first, third]);

  const file = z.parse(AccountExportSchema, (await owner.client.get('/api/users/export')).body);
  expect(file.formerMembers).toEqual([
    { personId: manager.personId, number: 1 },
    { personId: founderId, number: 2 },
  ]);
});

test('whoever comes back is named again, and gives no number to anybody else', async () => {
  const [home, { admin, event, area }] = [await createOpenVenue(), await createOpenVenue()];
  const invite = async () => {
    await confirmPasswords();
    const { body } = await admin.client.post('/api/members/invitations', { role: 'manager' });
    const { token } = z.parse(z.object({ token: z.string() }), body);
    const login = { email: home.admin.email, password: PASSWORD, isNew: false };
    expect((await home.admin.client.post(`/api/invitations/${token}/accept`, login)).status).toBe(200);
  };
  const personId = await accountOf(home.admin);
  const remove = async (id: string) => {
    await confirmPasswords();
    expect((await admin.client.call('DELETE', `/api/members/${id}`)).status).toBe(200);
  };
  await invite();
  await recount(home.admin, area.areaId, 1);
  await remove(personId);
  await invite();
  const other = await addMember(admin, 'manager');
  await recount(other, area.areaId, 2);
  await remove(other.personId);
  expect((await reportOf(admin.client, event.eventId)).by).toEqual([
    { email: home.admin.email },
    { email: null, formerMember: 2 },
  ]);
});

test('inspectors and API keys read no name of a member', async () => {
  const { admin, event, area } = await createOpenVenue();
  const manager = await addMember(admin, 'manager');
  await recount(manager, area.areaId, 2);
  expect((await reportOf(admin.client, event.eventId)).by).toEqual([{ email: manager.email }]);
  const { key } = await makeKey(admin, { scopes: ['read'], days: 1 });
  expect((await reportOf(withKey(key), event.eventId)).by).toEqual([undefined]);
  const { token } = await makeLink(admin, event.eventId);
  const { status, text } = await read(token, await open(token), '/report');
  expect([status, text.includes('occupancy_recounted'), text.includes(manager.email)]).toEqual([200, true, false]);
});
