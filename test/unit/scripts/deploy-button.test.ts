import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import * as z from 'zod';
import { isNobodysMail, wrongAlone } from '../../../scripts/deploy/alone';
import type { Settings } from '../../../scripts/deploy/settings';
import { SECRETS } from '../../../scripts/variables';

/** https://developers.cloudflare.com/workers/platform/deploy-buttons/ says what the button reads. */
const PackageSchema = z.object({
  scripts: z.object({ build: z.string(), deploy: z.string() }),
  cloudflare: z.object({ bindings: z.record(z.string(), z.object({ description: z.string().min(1) })) }),
});
const { cloudflare } = PackageSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')));
const example = readFileSync('.dev.vars.example', 'utf8');
const settings: Settings = readConfig({ config: 'wrangler.toml' });
const ID = '3f2a0b1c-0000-4000-8000-000000000001';
const made = {
  ...settings,
  vars: { ...settings.vars, SUPPORT_EMAIL: 'support@headroom.example' },
  d1_databases: settings.d1_databases.map((database) => ({ ...database, database_id: ID })),
};

test('the button has a text for each value that it asks for, and none for others', () => {
  const databases = settings.d1_databases.map(({ binding }) => binding);
  const asked = [...databases, ...Object.keys(settings.vars), ...Object.keys(parseEnv(example))];
  expect(new Set(Object.keys(cloudflare.bindings))).toEqual(new Set(asked));
});

test('the example names every secret, gives none a value, and only the operator’s is asked for', () => {
  const names = [...example.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)];
  expect(new Set(names.map(([, name]) => name))).toEqual(new Set(SECRETS));
  expect(names.map(([, , value]) => value).join('')).toBe('');
  expect(parseEnv(example)).toEqual({ OPERATOR_TOKEN: '' });
});

test('what the button writes may be deployed, even while nobody reads the support address', () => {
  expect(wrongAlone(made)).toEqual([]);
  expect(isNobodysMail(made)).toBe(true);
  expect(isNobodysMail({ ...made, vars: { SUPPORT_EMAIL: 'help@headroom.test' } })).toBe(false);
});

test('a readable secret is not deployed without an environment, either', () => {
  expect(wrongAlone({ ...made, vars: { ...made.vars, PUSH_KEY: 'planted' } })).toEqual([
    'PUSH_KEY is a secret: `npx wrangler secret put PUSH_KEY`, not a variable.',
  ]);
});
