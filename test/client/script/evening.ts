import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

/**
 * `node evening.ts http://localhost:8787` creates an account, an event and an area, counts people in and out as a door
 * does, and reads the report. `api.ts` is generated from the served OpenAPI document.
 */
const [baseUrl = ''] = process.argv.slice(2);

/** A client with the session's cookie, which Node does not keep by itself. */
function openClient() {
  let cookies = '';
  const client = createClient<paths>({ baseUrl });
  client.use({
    onRequest: ({ request }) => request.headers.set('cookie', cookies),
    onResponse({ response }) {
      const given = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
      if (given.length > 0) cookies = given.join('; ');
    },
  });
  return client;
}

/** Returns what a call answered. @throws {Error} with the answer's text for people when it was refused */
function answered<T>({ data, error, response }: { data?: T; error?: { error: string }; response: Response }): T {
  if (data === undefined) throw new Error(`${response.url} answered ${response.status}: ${error?.error}`);
  return data;
}

const admin = openClient();
const account = { email: `${randomUUID()}@headroom.test`, password: 'Aa345678!' };
answered(await admin.POST('/api/auth/signup', { body: account }));
answered(await admin.POST('/api/auth/login', { body: { username: account.email, password: account.password } }));

const { eventId, accessCode } = answered(await admin.POST('/api/events', { body: { eventName: 'Warehouse Friday' } }));
const { areaId } = answered(
  await admin.POST('/api/events/{eventId}/areas', {
    params: { path: { eventId } },
    body: { areaName: 'Main Floor', capacity: 400 },
  }),
);

const door = openClient();
answered(await door.POST('/api/auth/login', { body: { username: accessCode, password: null } }));
const now = Date.now();
const taps = {
  params: { path: { eventId }, query: { v: '2' } },
  body: {
    clientId: 'typed-client-0000001',
    seq: 1,
    sentAt: now,
    taps: [
      { areaId, change: 5, at: now },
      { areaId, change: -2, at: now },
    ],
  },
};
const counted = answered(await door.POST('/api/events/{eventId}/occupancy', taps));
// A call without an answer is sent again unchanged: each tap counts once.
const again = answered(await door.POST('/api/events/{eventId}/occupancy', taps));
assert.equal(counted.ack?.seq, 2);
assert.equal(again.ack?.seq, 2);

const { areas } = answered(await door.GET('/api/events/{eventId}/areas', { params: { path: { eventId } } }));
assert.equal(areas[0]?.currentOccupancy, 3);

const report = answered(
  await admin.GET('/api/events/{eventId}/report', { params: { path: { eventId }, query: { interval: 60 } } }),
);
// With `format=csv` it would be a text.
assert(typeof report !== 'string');
assert.deepEqual([report.venue.ins, report.venue.outs, report.venue.peak], [5, 2, 5]);

const refused = await door.GET('/api/events');
assert.equal(refused.error?.code, 'forbidden');
process.stdout.write(`${report.venue.ins} in, ${report.venue.outs} out, ${areas[0]?.currentOccupancy} inside\n`);
