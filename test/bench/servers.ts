import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { BUILT_WORKER, migrateDatabase, roomOptions } from '../support/room-server.ts';
import type { Subject } from '../support/venue.ts';

/** A server on a free port, its state on disk and of its own; `close` ends it and deletes the state. */
export interface Server {
  url: URL;
  close(): Promise<void>;
}

const baselineOptions = (className: 'Echo' | 'Naive', state: string): MiniflareOptions => ({
  port: 0,
  compatibilityDate: '2026-07-01',
  durableObjectsPersist: join(state, 'do'),
  modules: true,
  scriptPath: resolve(import.meta.dirname, 'baselines.mjs'),
  durableObjects: { OBJECT: { className, useSQLite: true } },
});

export async function startServer(subject: Subject): Promise<Server> {
  const state = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  const options =
    subject === 'room'
      ? roomOptions(BUILT_WORKER, state)
      : baselineOptions(subject === 'echo' ? 'Echo' : 'Naive', state);
  const mf = new Miniflare(options);
  const url = await mf.ready;
  if (subject === 'room') await migrateDatabase(mf);
  return {
    url,
    close: async () => {
      await mf.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
