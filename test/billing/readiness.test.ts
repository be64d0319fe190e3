import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../src/crypto/ids';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { startWorker } from '../worker/support/readiness';
import { pass } from './support/clock';
import { fakeStripe } from './support/stripe';

// Each test gets a new worker, without the measurements of the one before.
beforeEach(() => void vi.resetModules());

interface Owed {
  status?: string;
  billableAt?: number | null;
  acceptedAt?: number | null;
}

/** Inserts an account with one stored day. */
async function owe({ status = 'active', billableAt = Date.now(), acceptedAt = null }: Owed): Promise<void> {
  const userId = newId();
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO users (user_id, email, password_hash, subscription_status, trial_ends_at, created_at)
       VALUES (?, ?, 'none', ?, 0, 0)`,
    ).bind(userId, `${userId}@headroom.test`, status),
    env.DB.prepare(
      `INSERT INTO activity_days (event_id, day, owner_id, counted_at, billable_at, accepted_at)
       VALUES (?, '2025-07-01', ?, 0, ?, ?)`,
    ).bind(newId(), userId, billableAt, acceptedAt),
  ]);
}

test('readiness asks Stripe for its price at most once a minute, and reports only billing when Stripe is down', async () => {
  const ask = await startWorker();
  expect((await ask()).checks.billing).toMatchObject({ ok: true, isOn: true });
  await fakeStripe.setDown(true);
  await pass(MINUTE_MS - 1);
  expect((await ask()).checks.billing).toMatchObject({ ok: true, isOn: true });
  await pass(5_000);
  const { status, ok, degraded, checks } = await ask();
  expect(checks.billing).toMatchObject({ ok: false, isOn: true, error: 'unreachable' });
  expect([status, ok, degraded]).toEqual([200, true, ['billing']]);
});

test('readiness counts the days that wait for Stripe and reports no problem for the first two hours', async () => {
  const ask = await startWorker();
  await owe({ billableAt: Date.now() - HOUR_MS });
  await owe({ billableAt: Date.now() - 2 * HOUR_MS, status: 'past_due' });
  // These days wait for nothing.
  await owe({ acceptedAt: 1, billableAt: 1 });
  await owe({ billableAt: null });
  await owe({ status: 'canceled', billableAt: 1 });
  const { ok, checks } = await ask();
  expect(checks.usage).toMatchObject({ ok: true, waiting: 2, oldestS: 7_200 });
  expect(ok).toBe(true);
  await pass(5_000);
  const later = await ask();
  expect(later.checks.usage).toMatchObject({ ok: false, error: 'overdue', waiting: 2, oldestS: 7_205 });
  expect([later.status, later.ok]).toEqual([200, true]);
});
