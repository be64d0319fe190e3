import { databaseOf, NO_DATABASE, NOBODYS_MAIL, type Settings, wrongSettings } from './settings.ts';

/**
 * The variables that a deployment without an environment has beside those at the top of wrangler.toml, which also serve
 * this machine: here no Cloudflare stands before the worker, and plain HTTP is served.
 */
export const ALONE = { ENVIRONMENT: 'production', TRUSTED_PROXY: 'cloudflare' };

/** Whether SUPPORT_EMAIL is still the one that wrangler.toml comes with, or missing. */
export function isNobodysMail({ vars }: Settings): boolean {
  const { SUPPORT_EMAIL: address } = vars;
  return typeof address !== 'string' || address === '' || NOBODYS_MAIL.test(address);
}

/**
 * Returns what must be corrected at the top of wrangler.toml before it can be deployed without an environment, one
 * sentence for each fault. The button "Deploy to Cloudflare" creates the database and writes its id there. It may leave
 * SUPPORT_EMAIL as it is: that is no reason to fail somebody's first deployment.
 */
export function wrongAlone(settings: Settings): string[] {
  if (NO_DATABASE.test(databaseOf(settings)?.database_id ?? '')) {
    return [
      'The top of wrangler.toml has no database. Only a copy that “Deploy to Cloudflare” has made is deployed without an environment: name one, --env staging or --env production.',
    ];
  }
  const vars = { ...settings.vars, ...ALONE, ...(isNobodysMail(settings) && { SUPPORT_EMAIL: 'later@headroom.test' }) };
  return wrongSettings('', { ...settings, vars });
}
