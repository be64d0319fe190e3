import { expect, onTestFinished, test, vi } from 'vitest';
import { SETTINGS, startRehearsal } from '../../support/cloudflare/rehearsal';

/** The commands that follow are in the nightly tier: wrangler takes a second to start, and they start it often. */
test('a clone comes to production with two commands and the real wrangler', async () => {
  const { cloudflare, commit, toml, releases, script, run, stop } = await startRehearsal();
  onTestFinished(stop);
  const setup = await run('setup.mjs', SETTINGS);
  expect(setup.code, setup.said).toBe(0);
  const { databases, buckets } = cloudflare.account;
  expect(databases).toMatchObject([{ name: 'headroom-production', location: 'weur' }]);
  expect([...buckets.keys()]).toEqual(['headroom-production-backups']);
  expect(toml()).toContain(`database_id = "${databases[0]?.uuid}"`);
  expect(toml()).toContain('SIGN_UP = "closed"');
  expect(setup.said).toContain('npm run invite -- --url https://headroom.test, which prints the link');
  const token = script().secrets.OPERATOR_TOKEN ?? '';
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(setup.said.split(token)).toHaveLength(2);
  expect(toml()).not.toContain(token);
  commit();

  const deploy = await run('deploy.mjs', ['--skip-checks', '--url', cloudflare.origin]);
  expect(deploy.code, deploy.said).toBe(0);
  expect(deploy.said).toContain(`Deployed, and ready: ${releases()[0]} answers.`);
  expect(deploy.said).not.toContain(token);
  expect(script()).toMatchObject({
    domains: ['headroom.test'],
    subdomain: { enabled: false, previews_enabled: false },
  });
  expect(script().crons.length).toBeGreaterThan(0);
  expect(script().secrets.OPERATOR_TOKEN).toBe(token);
  expect(cloudflare.unexpected, 'calls and fields that Cloudflare does not know').toEqual([]);
});

test('a rehearsal that is over leaves no command running', async () => {
  const { run, stop } = await startRehearsal();
  const over = vi.fn<() => void>();
  void run('setup.mjs', SETTINGS).then(over);
  await stop();
  expect(over).toHaveBeenCalled();
});
