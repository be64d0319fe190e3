import { chmodSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { SERVER_SETTINGS } from '../src/shared/settings.ts';

/** The folder of D1, the Durable Objects and the backups: STATE_DIR, or wrangler's own default. */
export const stateDir = resolve(process.env.STATE_DIR ?? SERVER_SETTINGS.STATE_DIR.default);

/**
 * Makes the folder, and lets nobody else on this machine read it: it has password hashes, access codes and the signing
 * key. What this process and its children create later is readable for this user alone, too.
 * @throws {Error} the folder cannot be made, or belongs to somebody else
 */
export function openState() {
  process.umask(0o077);
  mkdirSync(stateDir, { recursive: true });
  chmodSync(stateDir, 0o700);
}

/** Makes wrangler quiet and offline: it neither prompts, nor sends metrics, nor fetches Request.cf. */
export const wranglerEnv = {
  ...process.env,
  CI: '1',
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};
