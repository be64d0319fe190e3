import { join } from 'node:path';
import { openBackups } from './folder.ts';

/** The stand-in's name among Miniflare's workers. The product's worker binds it as BACKUPS. */
export const STAND_IN = 'backups';

/**
 * Returns the worker that stands in for R2 (bucket.mjs), and keeps its files in `folder`.
 * @throws {Error} the folder cannot be made
 */
export const standIn = async (folder: string) => ({
  name: STAND_IN,
  // RPC without a flag (developers.cloudflare.com/workers/configuration/compatibility-flags).
  compatibilityDate: '2026-07-01',
  modules: [{ type: 'ESModule' as const, path: join(import.meta.dirname, 'bucket.mjs') }],
  modulesRoot: import.meta.dirname,
  serviceBindings: { FILES: await openBackups(folder) },
});
