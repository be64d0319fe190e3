import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../src/crypto/ids';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/limits';
import { startWorker } from '../worker/support/readiness';
import { pass } from './support/clock';
import { fakeStripe } from './support/stripe';

// What it measured before was another worker's.
beforeEach(() => void vi.resetModules());

interface Owed {
  status?: string;
  billableAt?: number | null;
  settledAt?: number | null;
}

/** A day on record of an account of its own. */
async function owe({ status = 'active', billableAt = Date.now(), settledAt = null }: Owed): Promise<void> {
  const userId = newId();
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO users (user_id, email, password_hash, subscription_status, trial_ends_at, created_at)
       VALUES (?, ?, 'none', ?, 0, 0)`,
    ).bind(userId, `${userId}@headroom.test`, status),
    env.DB.prepare(
      `INSERT INTO activity_days (event_id, day, owner_id, counted_at, billable_at, settled_at)
       VALUES (?, '2026-07-01', ?, 0, ?, ?)`,
    ).bind(newId(), userId, billableAt, settledAt),
  ]);
}

test('billing is asked for its price, once a minute however often somebody asks; down, it is all that is', async () => {
  const ask = await startWorker();
  expect((await ask()).checks.billing).toMatchObject({ ok: true, isOn: true });
  await fakeStripe.setDown(true);
  await pass(MINUTE_MS - 1);
  expect((await ask()).checks.billing).toMatchObject({ ok: true, isOn: true });
  await pass(5_000);
  const { status, ok, checks } = await ask();
  expect(checks.billing).toMatchObject({ ok: false, isOn: true, error: 'unreachable' });
  expect([status, ok]).toEqual([200, true]);
});

test('days that wait to be settled are counted, and for two hours that is nothing to report', async () => {
  const ask = await startWorker();
  await owe({ billableAt: Date.now() - HOUR_MS });
  await owe({ billableAt: Date.now() - 2 * HOUR_MS, status: 'past_due' });
  // These wait for nobody.
  await owe({ settledAt: 1, billableAt: 1 });
  await owe({ billableAt: null });
  await owe({ status: 'canceled', billableAt: 1 });
  const { ok, checks } = await ask();
  expect(checks.settlements).toMatchObject({ ok: true, waiting: 2, oldestS: 7_200 });
  expect(ok).toBe(true);
  await pass(5_000);
  const later = await ask();
  expect(later.checks.settlements).toMatchObject({ ok: false, error: 'overdue', waiting: 2, oldestS: 7_205 });
  expect([later.status, later.ok]).toEqual([200, true]);
});
