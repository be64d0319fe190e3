import process from 'node:process';
import * as z from 'zod';
import { readHistory } from '../deploy/history.ts';
import { ask, change, Stop } from '../deploy/wrangler.ts';

const WhoamiSchema = z.object({
  loggedIn: z.boolean(),
  accounts: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
});

const HOW_TO_LOG_IN = `Run \`npx wrangler login\`. Without a browser, set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID instead
(docs/deploy.md, “An API token”, lists the permissions that the token needs).`;

/**
 * Checks the login, and returns the account in which everything is created. A token with a chosen account is not
 * checked: it may lack the permission to read its user.
 */
export function readAccount(): string {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: chosen } = process.env;
  if (token && chosen) return `${chosen} (CLOUDFLARE_ACCOUNT_ID), by CLOUDFLARE_API_TOKEN`;
  const { isDone, stdout, trouble } = ask('whoami', '--json');
  if (!isDone && !stdout.trimStart().startsWith('{')) {
    throw new Stop(`Cloudflare does not accept this login.\n${trouble}\n${HOW_TO_LOG_IN}`);
  }
  const { loggedIn, accounts = [] } = WhoamiSchema.parse(JSON.parse(stdout));
  if (!loggedIn) throw new Stop(`wrangler is not logged in. ${HOW_TO_LOG_IN}`);
  const [account] = chosen ? accounts.filter(({ id }) => id === chosen) : accounts;
  if (account && (chosen || accounts.length === 1)) return `${account.name} (${account.id})`;
  const list = accounts.map(({ id, name }) => `\n  export CLOUDFLARE_ACCOUNT_ID=${id}  # ${name}`).join('');
  throw new Stop(`This login has these accounts. Choose one, and run the same command again:${list}`);
}

const SecretsSchema = z.array(z.object({ name: z.string() }));

/** The names of the secrets that the worker has at Cloudflare. A worker that does not exist yet has none. */
export function secretNames(environment: string): Set<string> {
  const { isDone, stdout, trouble } = ask('secret', 'list', '--env', environment);
  if (isDone) return new Set(SecretsSchema.parse(JSON.parse(stdout)).map(({ name }) => name));
  if (/Worker "[^"]+".* not found/.test(trouble)) return new Set();
  throw new Stop(`Stopped at: wrangler secret list --env ${environment}\n${trouble}`);
}

/**
 * Says why Cloudflare refuses secrets whose version would not be the deployed one (its code 10215); null for other
 * failures. wrangler advises `versions secret bulk` then, whose version nobody deploys.
 */
function whyRefused(trouble: string, environment: string): string | null {
  if (!/10215|isn't currently deployed/.test(trouble)) return null;
  const deploy = `npm run deploy -- --env ${environment} --skip-checks`;
  const isShared = (readHistory(environment).deployments[0] ?? []).length > 1;
  const why = isShared
    ? `A gradual deployment is under way: finish it with ${deploy} --gradual 100, or npm run rollback -- --env ${environment} and a whole deployment.`
    : `The newest version is not deployed, as after a rollback. Deploy first: ${deploy}`;
  return `Cloudflare refuses secrets now, and none is set (10215).\n${why}\nThen run this command again.`;
}

/**
 * Sends secrets through wrangler's standard input. If the worker does not exist yet, wrangler creates an empty one for
 * them, and its first deployment keeps them.
 */
export function sendSecrets(environment: string, secrets: Readonly<Record<string, string>>): void {
  change(['secret', 'bulk', '--env', environment], JSON.stringify(secrets), (trouble) =>
    whyRefused(trouble, environment),
  );
}
