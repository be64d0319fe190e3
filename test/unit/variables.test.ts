import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { localBindings } from '../../scripts/variables';

const folder = mkdtempSync(join(tmpdir(), 'headroom-vars-'));
const file = join(folder, '.dev.vars');
writeFileSync(file, 'STRIPE_SECRET_KEY="sk_test_file"\nSTRIPE_PUBLISHABLE_KEY=pk_test_file\nHOME=/nowhere\n');
afterAll(() => rmSync(folder, { recursive: true }));

test('the file sets the worker’s variables and no other; secrets are said to be some', () => {
  expect(localBindings({}, file)).toEqual({
    STRIPE_SECRET_KEY: { type: 'secret_text', value: 'sk_test_file' },
    STRIPE_PUBLISHABLE_KEY: { type: 'plain_text', value: 'pk_test_file' },
  });
});

test('the environment comes first, and with nothing in it takes the file’s away', () => {
  const environment = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: 'pk_test_env', PATH: '/bin' };
  expect(localBindings(environment, file)).toEqual({
    STRIPE_PUBLISHABLE_KEY: { type: 'plain_text', value: 'pk_test_env' },
  });
});

test('without a file there is the environment', () => {
  const bindings = localBindings(
    { STRIPE_WEBHOOK_SECRET: 'whsec_1', SUPPORT_EMAIL: 'help@x.co', RETENTION_MONTHS: '36' },
    join(folder, 'none'),
  );
  expect(bindings).toEqual({
    STRIPE_WEBHOOK_SECRET: { type: 'secret_text', value: 'whsec_1' },
    SUPPORT_EMAIL: { type: 'plain_text', value: 'help@x.co' },
    RETENTION_MONTHS: { type: 'plain_text', value: '36' },
  });
});
