import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { confirmPasswords, deleteAccount, signUp } from '../support/accounts';
import { asOperator, call, counted, exported, headOf, imported } from '../support/event-files';
import { accountOf } from '../support/members';

asOperator();

test('a file is imported into the account that has the address now, and asks for an id if several accounts have it', async () => {
  const { admin: founder, event } = await counted();
  const heir = await signUp();
  const [own, ofHeir] = [await accountOf(founder), await accountOf(heir)];
  const addOwner = env.DB.prepare(
    "INSERT INTO members (owner_id, person_id, role, created_at) VALUES (?, ?, 'owner', ?)",
  );
  await addOwner.bind(own, ofHeir, Date.now()).run();
  await confirmPasswords();
  expect((await deleteAccount(founder.client)).status).toBe(200);

  const file = await exported(event.eventId);
  const begun = ({ email }: { email: string }) => call('POST', 'import', { email, keepId: false, head: headOf(file) });
  expect(await begun(founder)).toMatchObject({ status: 404 });
  expect(await begun(heir)).toMatchObject({ status: 400, body: { error: expect.stringContaining('account’s id') } });
  const ownerOf = async (eventId: string) =>
    await env.DB.prepare('SELECT owner_id FROM events WHERE event_id = ?').bind(eventId).first('owner_id');
  expect(await ownerOf((await imported(file, { accountId: own })).eventId)).toBe(own);
  expect((await deleteAccount(heir.client)).status).toBe(200);
  expect(await ownerOf((await imported(file, heir.email)).eventId)).toBe(own);
});
