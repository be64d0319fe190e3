import { evictDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/shared/durations';
import { FRIDAY, FRIDAY_NIGHT } from '../support/moments';
import { count, markedDays, nightOut, recordedDays, writesDuring } from '../worker/support/days';
import { putDefinition } from '../worker/support/definitions';
import {
  acked,
  ADMIN,
  batch,
  batchOf,
  clientIdOf,
  counts,
  definition,
  joinRoom,
  knownRoom,
  listAreas,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests which business days the room marks as free or billable. delivery.test.ts covers how they get to D1. */

let night: ReturnType<typeof nightOut>;
beforeEach(async () => {
  night = nightOut();
  await knownRoom();
});

const days = async () => (await markedDays()).map(({ day }) => day);

test('the first tap of a night marks its day in D1, and the next tap is one statement as usual', async () => {
  const first = await writesDuring(() => count());
  expect(first).toContain('INSERT INTO days');
  expect(await markedDays()).toEqual([
    { day: FRIDAY, countedAt: FRIDAY_NIGHT, billableAt: FRIDAY_NIGHT, isDelivered: true },
  ]);
  expect(await recordedDays()).toEqual([{ day: FRIDAY, countedAt: FRIDAY_NIGHT, billableAt: FRIDAY_NIGHT }]);
  expect(night.asked).toEqual(['owner-1']);
  night.at(FRIDAY_NIGHT + HOUR_MS);
  expect(await writesDuring(() => count([FRIDAY_NIGHT, FRIDAY_NIGHT + HOUR_MS]))).toEqual(['INSERT INTO log']);
  expect(night.asked).toEqual(['owner-1']);
  expect(night.logged).toEqual([]);
});

test('a tap after a trial that ends in the middle of a night makes its day billable for good', async () => {
  const trialEndsAt = FRIDAY_NIGHT + HOUR_MS;
  const trial = { account: { revision: 2, status: 'trialing' as const, trialEndsAt } };
  await count([FRIDAY_NIGHT], trial);
  const free = { day: FRIDAY, countedAt: FRIDAY_NIGHT, billableAt: null };
  expect(await recordedDays()).toEqual([free]);
  // The first active day makes billing check the account.
  expect(night.asked).toEqual(['owner-1']);
  night.at(FRIDAY_NIGHT + 2 * HOUR_MS);
  await count([trialEndsAt - 1], trial);
  expect(await recordedDays()).toEqual([free]);
  await count([trialEndsAt], trial);
  expect(await recordedDays()).toEqual([{ ...free, billableAt: trialEndsAt }]);
  expect(night.asked).toEqual(['owner-1', 'owner-1']);
  await count([FRIDAY_NIGHT], trial);
  expect(await recordedDays()).toEqual([{ ...free, billableAt: trialEndsAt }]);
  expect(await markedDays()).toMatchObject([{ billableAt: trialEndsAt, isDelivered: true }]);
});

test('every day without billing is free and stays free when billing is turned on', async () => {
  night.turnBilling('off');
  await evictDurableObject(roomStub());
  await count();
  expect(await recordedDays()).toEqual([{ day: FRIDAY, countedAt: FRIDAY_NIGHT, billableAt: null }]);
  night.turnBilling('on');
  await evictDurableObject(roomStub());
  night.at(FRIDAY_NIGHT + DAY_MS);
  await count();
  expect((await recordedDays()).map(({ billableAt }) => billableAt)).toEqual([null, FRIDAY_NIGHT + DAY_MS]);
  expect(night.asked).toEqual(['owner-1']);
});

test('resets, reads, joins, duplicates, rejected taps and undone taps mark no day', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  device.send({ type: 'request_sync' });
  await listAreas(definition());
  await roomStub().resetArea(VISIT, 'main', ADMIN);
  await putDefinition(definition());
  expect((await acked(device, batch(1, [1], 'nowhere'))).rejected).toMatchObject([{ code: 'unknown_area' }]);
  const locked = { revision: 9, status: 'canceled' as const, trialEndsAt: 0 };
  await roomStub().setAccount(locked);
  expect((await acked(device, batch(2, [1]))).rejected).toMatchObject([{ code: 'counting_locked' }]);
  await roomStub().setAccount({ ...locked, revision: 10, status: 'active' });
  expect(await days()).toEqual([]);

  night.at(FRIDAY_NIGHT + 7.5 * HOUR_MS);
  await acked(device, batch(3, [1]));
  expect(await days()).toEqual([FRIDAY]);
  night.at(FRIDAY_NIGHT + 8.25 * HOUR_MS);
  device.send(batch(3, [1]));
  device.send(batchOf(4, [{ change: -1, undoes: 3 }]));
  const ack = await device.until(() => device.all('ack').find(({ seq }) => seq === 4), 'ack 4');
  expect(ack.rejected).toBeUndefined();
  expect(await counts()).toMatchObject({ main: [0, 0, 0] });
  expect(await days()).toEqual([FRIDAY]);
});
