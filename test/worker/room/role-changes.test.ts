import { expect, test } from 'vitest';
import { newId } from '../../../src/crypto/ids';
import { CLOSE } from '../../../src/shared/protocol/version';
import { confirmPasswords, createVenue } from '../support/accounts';
import { type Client, createClient } from '../support/client';
import type { Device } from '../support/device';
import { accountOf } from '../support/members';
import { insertMember } from '../support/permissions/rows';
import { createSession } from '../support/permissions/world';
import { clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';

const MEMBERS = 40;

/** Waits until the room has acknowledged the second tap. */
const lastTap = async ({ device }: Counter) =>
  await device.until(() => device.all('ack').find(({ seq }) => seq === 2), 'the last tap');

interface Counter {
  personId: string;
  client: Client;
  clientId: string;
  device: Device;
}

test('of 40 members whose roles change while they count, each tap that was acknowledged counts once, and no other', async () => {
  const { admin, event, area } = await createVenue();
  const { eventId } = event;
  const ownerId = await accountOf(admin);
  const [now, eventIds] = [Date.now(), [eventId]];
  const opened = await join(admin.client, eventId);
  const counters: Counter[] = await Promise.all(
    Array.from({ length: MEMBERS }, async (_, i) => {
      const personId = newId();
      await insertMember(ownerId, { personId, role: 'supervisor', eventIds }, now);
      const { token } = await createSession({ user_id: ownerId, person_id: personId }, now);
      const [client, clientId] = [createClient({ session: token }), clientIdOf(i + 2)];
      return { personId, client, clientId, device: await join(client, eventId, clientId) };
    }),
  );
  const tap = ({ device }: Counter, seq: number) =>
    device.send({
      type: 'update_occupancy',
      eventId,
      seq,
      sentAt: Date.now(),
      taps: [{ areaId: area.areaId, change: 1, at: Date.now() }],
    });
  await confirmPasswords();
  const setRole = async ({ personId }: Counter, role: string) => {
    const answer = await admin.client.call('PATCH', `/api/members/${personId}`, { body: { role, eventIds } });
    expect(answer.status).toBe(200);
  };
  const demoted = counters.filter((_, i) => i % 2 === 0);
  for (const counter of counters) tap(counter, 1);
  await Promise.all(demoted.map((counter) => setRole(counter, 'viewer')));
  for (const counter of counters.filter((one) => !demoted.includes(one))) tap(counter, 2);
  expect(await Promise.all(demoted.map(({ device }) => device.closedWith()))).toEqual(
    demoted.map(() => CLOSE.goingAway),
  );
  for (const counter of counters.filter((one) => !demoted.includes(one))) await lastTap(counter);

  // They come back with the same cookie, and send again what nobody has acknowledged to them.
  for (const counter of demoted) {
    counter.device = await openSocket(counter.client, `/api/events/${eventId}/socket?v=1`);
    counter.device.send({ type: 'join_event', eventId, clientId: counter.clientId });
    await counter.device.next('sync');
    tap(counter, 1);
    tap(counter, 2);
    expect(await counter.device.next('retry')).toMatchObject({ seq: 1 });
  }
  await Promise.all(demoted.map((counter) => setRole(counter, 'supervisor')));
  for (const counter of demoted) {
    expect(await counter.device.closedWith()).toBe(CLOSE.goingAway);
    counter.device = await join(counter.client, eventId, counter.clientId);
    tap(counter, 1);
    tap(counter, 2);
    await lastTap(counter);
  }
  const { body } = await admin.client.get(`/api/events/${eventId}/areas`);
  expect(body).toMatchObject({ areas: [{ currentOccupancy: MEMBERS * 2, totalEntries: MEMBERS * 2 }] });
  expect(opened.socket.readyState).toBe(WebSocket.OPEN);
});
