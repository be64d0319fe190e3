import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { JobStore } from '../../src/hub/job';
import { MINUTE_MS } from '../../src/shared/limits';
import { openSocket } from '../worker/support/sockets';
import { pass } from './support/clock';
import { fakeStripe } from './support/stripe';
import { Venue } from './support/venue';

const alarmAt = (venue: Venue) => runInDurableObject(venue.hub, (_hub, { storage }) => storage.getAlarm());

test('one alarm serves the sockets and what is to be settled; with nothing to do there is none', async () => {
  const venue = await Venue.open();
  expect(await alarmAt(venue)).toBe(Date.now() + 1);
  await fakeStripe.fail({ type: 'status', status: 503, times: 1 });
  await venue.settle();
  expect(await alarmAt(venue)).toBe(await venue.jobDueAt());
  const hub = await openSocket(venue.client, '/api/account/socket');
  expect(await alarmAt(venue)).toBe(await venue.jobDueAt());
  await pass(6_000);
  await venue.settle();
  expect(await venue.jobDueAt()).toBe(Infinity);
  for (let minutes = 0; minutes < 2; minutes += 1) {
    expect(await alarmAt(venue)).toBe(Date.now() + MINUTE_MS);
    await pass(MINUTE_MS);
    expect(await runDurableObjectAlarm(venue.hub)).toBe(true);
  }
  expect(await hub.closedWith()).toBe(1001);
  await pass(MINUTE_MS);
  await runDurableObjectAlarm(venue.hub);
  expect(await alarmAt(venue)).toBeNull();
});

test('who asks while it is being settled gets a run of their own', async () => {
  const hub = env.HUBS.get(env.HUBS.idFromName('nobody'));
  await runInDurableObject(hub, (_hub, { storage }) => {
    const jobs = new JobStore(storage.sql);
    const current = () => {
      if (!jobs.current) throw new Error('no job');
      return jobs.current;
    };
    expect(jobs.current).toBeUndefined();
    jobs.request('nobody', 1_000);
    const running = current();
    jobs.request('nobody', 2_000);
    for (const outcome of ['done', 'again'] as const) {
      jobs.finish(running, outcome, 3_000);
      expect(jobs.current).toMatchObject({ dueAt: 2_000, attempts: 0 });
    }
    const next = current();
    jobs.finish(next, 'again', 3_000);
    expect(jobs.current).toMatchObject({ attempts: 1 });
    expect(current().dueAt).toBeGreaterThan(3_000);
    jobs.finish({ ...next, attempts: 1 }, 'more', 4_000);
    expect(jobs.current).toMatchObject({ dueAt: 4_000, attempts: 0 });
    jobs.finish(next, 'done', 5_000);
    expect(jobs.current).toBeUndefined();
  });
});
