import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Secrets among the variables of src/env.ts. */
const SECRETS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];
const VARIABLES = [
  'SUPPORT_EMAIL',
  'MAX_FRAMES_PER_SECOND',
  'RETENTION_MONTHS',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_PRICE_LOOKUP_KEY',
  'STRIPE_API_BASE',
];

interface Binding {
  type: 'plain_text' | 'secret_text';
  value: string;
}

const readFile = (path: string) => (existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {});

/**
 * The worker's variables as the environment, else .dev.vars sets them; those of wrangler.toml hold for the others. One that
 * the environment sets to nothing is not set, whatever the file says.
 */
export function localBindings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  path = '.dev.vars',
): Record<string, Binding> {
  const given: Readonly<Record<string, string | undefined>> = { ...readFile(path), ...environment };
  const bindings: Record<string, Binding> = {};
  for (const name of [...SECRETS, ...VARIABLES]) {
    const value = given[name];
    if (value) bindings[name] = { type: SECRETS.includes(name) ? 'secret_text' : 'plain_text', value };
  }
  return bindings;
}
