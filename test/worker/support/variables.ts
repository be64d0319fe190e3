import { env } from 'cloudflare:workers';

/** The variables that wrangler.toml and the test's configuration bind. */
const bound = { ...env };

/** Restores the worker's variables after a test, because test files share one runtime. */
export function restoreVariables(): void {
  for (const name of Object.keys(env)) if (!Object.hasOwn(bound, name)) Reflect.deleteProperty(env, name);
  Object.assign(env, bound);
}
