import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { type Run, SETTINGS, startRehearsal } from '../../support/cloudflare/rehearsal';

const KEY = 'key-of-the-mail-provider';

test('what follows a first deployment: a second setup, a later secret, a gradual deployment and a rollback', async () => {
  const { cloudflare, commit, toml, releases, script, run, stop } = await startRehearsal();
  onTestFinished(stop);
  const all: Run[] = [];
  const succeed = async (...[command, args, environment]: Parameters<typeof run>): Promise<Run> => {
    const done = await run(command, args, environment);
    expect(done.code, done.said).toBe(0);
    all.push(done);
    return done;
  };
  const deploy = ['--skip-checks', '--url', cloudflare.origin];
  const untouched = toml();
  const dry = await succeed('setup.mjs', [...SETTINGS.slice(0, -1), '--dry-run']);
  expect(dry.said).toMatch(/would be created: wrangler d1 create headroom-production --location weur/);
  expect([dry.sent, toml()]).toEqual([[], untouched]);

  await succeed('setup.mjs', SETTINGS);
  const settings = toml();
  commit();
  await succeed('deploy.mjs', deploy);
  expect((await run('rollback.mjs', [])).said).toContain('no earlier release');
  const again = await succeed('setup.mjs', SETTINGS);
  expect([again.sent, toml()]).toEqual([[], settings]);
  expect(again.said).not.toContain(script().secrets.OPERATOR_TOKEN);

  const mail = { MAIL_API_URL: 'https://mail.test/send', MAIL_FROM: 'Headroom <x@headroom.test>', MAIL_API_KEY: KEY };
  expect((await succeed('setup.mjs', ['--with', 'mail'], mail)).said).toContain(
    'https://headroom.test/api/health/ready',
  );
  expect(script().secrets.MAIL_API_KEY).toBe(KEY);
  expect(toml()).toContain('MAIL_FROM = "Headroom <x@headroom.test>"');
  commit();

  await succeed('deploy.mjs', [...deploy, '--gradual', '10']);
  const late = await run('setup.mjs', ['--with', 'alarms'], { HEARTBEAT_URL: 'https://beat.test' });
  expect(late.said).toMatch(/A gradual deployment is under way: .*--gradual 100.*\n.*again\.\n/);
  const back = await succeed('rollback.mjs', ['--url', cloudflare.origin]);
  const [now, part] = script().deployments;
  expect(part?.versions.map(({ percentage }) => percentage)).toEqual([10, 90]);
  expect(now?.versions).toEqual([{ version_id: part?.versions[1]?.version_id, percentage: 100 }]);
  expect(back.said).toContain('Variables that go back: MAIL_API_URL, MAIL_FROM.');
  expect(back.said).toContain(`Rolled back, and ready: ${releases()[1]} answers.`);
  expect(all.map(({ said }) => said).join('') + toml(), 'a secret in an output or a file').not.toContain(KEY);
  expect(cloudflare.unexpected, 'calls and fields that Cloudflare does not know').toEqual([]);
});

test('the button’s copy, with its own names and a database, comes online without an environment', async () => {
  const { cloudflare, commit, setToml, toml, run, stop } = await startRehearsal();
  onTestFinished(stop, 60_000);
  // Cloudflare creates the database under a name that the person chose, and writes its id into the copy.
  const { databases, runtime } = cloudflare.account;
  const id = randomUUID();
  databases.push({ uuid: id, name: 'my-counts', jurisdiction: null, location: undefined });
  await runtime.addDatabase(id);
  setToml(
    toml()
      .replace('name = "headroom"', 'name = "my-counter"')
      .replace(/database_name = "headroom"\ndatabase_id = ".*"/, `database_name = "my-counts"\ndatabase_id = "${id}"`),
  );
  commit();
  const done = await run('deploy.mjs', ['--url', cloudflare.origin], {}, []);
  expect(done.code, done.said).toBe(0);
  expect(done.said).toMatch(/Deployed, and ready: \d+\.\d+\.\d+\+\w+ answers\./);
  const script = cloudflare.account.script('my-counter');
  const values = script.versions.at(-1)?.metadata.bindings ?? [];
  expect(values).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'TRUSTED_PROXY', text: 'cloudflare' }),
      expect.objectContaining({ name: 'ENVIRONMENT', text: 'production' }),
      expect.objectContaining({ name: 'DB', id }),
    ]),
  );
  expect(script.subdomain.enabled).toBe(true);
  expect(cloudflare.unexpected, 'calls and fields that Cloudflare does not know').toEqual([]);
});
