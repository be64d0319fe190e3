import { env } from 'cloudflare:workers';

/** What wrangler.toml and the test's configuration bind. */
const bound = { ...env };

/** Takes back what a test changed in the worker's variables: test files share one runtime. */
export function restoreVariables(): void {
  for (const name of Object.keys(env)) if (!Object.hasOwn(bound, name)) Reflect.deleteProperty(env, name);
  Object.assign(env, bound);
}
