import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import type { Subject } from '../support/venue.ts';

/** A server on a free port, its state on disk and of its own; `close` ends it and deletes the state. */
export interface Server {
  url: URL;
  mf: Miniflare;
  close(): Promise<void>;
}

const built = resolve('dist/headroom');
const root = (path: string) => resolve(import.meta.dirname, path);

const shared = (state: string) => ({
  port: 0,
  compatibilityDate: '2026-07-01',
  compatibilityFlags: ['nodejs_compat'],
  durableObjectsPersist: join(state, 'do'),
  d1Persist: join(state, 'd1'),
});

function optionsOf(subject: Subject, state: string): MiniflareOptions {
  if (subject === 'room') {
    return {
      ...shared(state),
      modules: true,
      modulesRoot: built,
      scriptPath: join(built, 'index.js'),
      modulesRules: [{ type: 'ESModule', include: ['**/*.js'] }],
      d1Databases: { DB: 'bench' },
      durableObjects: {
        ROOMS: { className: 'EventRoom', useSQLite: true },
        HUBS: { className: 'AccountHub', useSQLite: true },
      },
      bindings: { MAX_FRAMES_PER_SECOND: '1000000', SUPPORT_EMAIL: 'bench@headroom.test' },
    };
  }
  return {
    ...shared(state),
    modules: true,
    scriptPath: root('baselines.mjs'),
    durableObjects: { OBJECT: { className: subject === 'echo' ? 'Echo' : 'Naive', useSQLite: true } },
  };
}

async function migrate(mf: Miniflare): Promise<void> {
  const db = await mf.getD1Database('DB');
  const folder = resolve('migrations');
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    for (const statement of readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')) {
      await db.prepare(statement).run();
    }
  }
}

export async function startServer(subject: Subject): Promise<Server> {
  const state = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  const mf = new Miniflare(optionsOf(subject, state));
  const url = await mf.ready;
  if (subject === 'room') await migrate(mf);
  return {
    url,
    mf,
    close: async () => {
      await mf.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
