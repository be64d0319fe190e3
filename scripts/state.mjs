import { resolve } from 'node:path';

/** Where D1 and Durable Objects are stored: STATE_DIR, otherwise wrangler's own default. */
export const stateDir = resolve(process.env.STATE_DIR ?? '.wrangler/state');

/** Quiet, offline wrangler: no prompt, no metrics, no fetch of Request.cf. */
export const wranglerEnv = {
  ...process.env,
  CI: '1',
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};
