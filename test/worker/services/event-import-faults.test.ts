import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { EventRoom } from '../../../src/room/event-room';
import { HOUR_MS } from '../../../src/shared/durations';
import { asOperator, begin, call, counted, exported, nothingIsLeft, roomOf, send } from '../support/event-files';

/**
 * Tests that an import that fails at any point leaves either the event with all its counts or nothing, and reports
 * which.
 */

asOperator();

async function sent() {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { admin, event } = await counted();
  const file = await exported(event.eventId);
  const eventId = await begin(file, admin.email);
  expect((await send(eventId, file)).status).toBe(200);
  return { admin, eventId };
}

type Sent = Awaited<ReturnType<typeof sent>>;

async function isWhole({ admin, eventId }: Sent): Promise<void> {
  expect((await admin.client.get(`/api/events/${eventId}/areas`)).body).toMatchObject({
    areas: [{ currentOccupancy: 9, totalEntries: 8, totalExits: 2 }],
  });
}

const finishFails = () => vi.spyOn(EventRoom.prototype, 'finishImport').mockRejectedValue(new Error('lost'));
const isInD1 = async (eventId: string) =>
  (await env.DB.prepare('SELECT count(*) AS n FROM events WHERE event_id = ?').bind(eventId).first('n')) === 1;

/** Lets D1's next batch fail. With `commits`, D1 commits it all the same. */
function batchFails(commits: boolean) {
  const real = env.DB.batch.bind(env.DB);
  return vi.spyOn(env.DB, 'batch').mockImplementationOnce(async (statements) => {
    if (commits) await real(statements);
    throw new Error('lost');
  });
}

test('canceling an import finishes it and says so when D1 already has the event but the room did not answer', async () => {
  const at = await sent();
  const fails = finishFails();
  expect((await call('POST', `import/${at.eventId}`)).status).toBe(503);
  fails.mockRestore();
  expect(await isInD1(at.eventId)).toBe(true);
  expect(await call('DELETE', `import/${at.eventId}`)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('has been imported') },
  });
  await isWhole(at);
  expect((await call('POST', `import/${at.eventId}`)).status).toBe(200);
});

test.each([
  ['stored the event, and its answer was lost: the event exists at once', true],
  ['did not store the event: nothing exists, and the call may be repeated', false],
])('D1 %s', async (_what, commits) => {
  const at = await sent();
  batchFails(commits);
  expect((await call('POST', `import/${at.eventId}`)).status).toBe(commits ? 200 : 503);
  expect(await isInD1(at.eventId)).toBe(commits);
  expect((await call('POST', `import/${at.eventId}`)).status).toBe(200);
  await isWhole(at);
});

test('the alarm an hour later finishes an import that D1 has and clears one that D1 does not have', async () => {
  const there = await sent();
  const fails = finishFails();
  await call('POST', `import/${there.eventId}`);
  fails.mockRestore();
  const gone = await sent();
  batchFails(false);
  await call('POST', `import/${gone.eventId}`);
  vi.setSystemTime(Date.now() + HOUR_MS);
  for (const { eventId } of [there, gone]) {
    await evictDurableObject(roomOf(eventId));
    await runDurableObjectAlarm(roomOf(eventId));
  }
  expect([await isInD1(there.eventId), await isInD1(gone.eventId)]).toEqual([true, false]);
  await isWhole(there);
  await nothingIsLeft(gone.eventId);
});
