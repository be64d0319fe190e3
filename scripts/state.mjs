import { resolve } from 'node:path';

/** The folder of D1 and the Durable Objects: STATE_DIR, or wrangler's own default. */
export const stateDir = resolve(process.env.STATE_DIR ?? '.wrangler/state');

/** Makes wrangler quiet and offline: it neither prompts, nor sends metrics, nor fetches Request.cf. */
export const wranglerEnv = {
  ...process.env,
  CI: '1',
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};
