import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { JobStore } from '../../src/hub/job';

test('a request that arrives during a run of the job gets a run of its own', async () => {
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
