import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Api } from '../support/api';
import { fillFestival } from '../../scripts/demo/fill';
import { planFestival } from '../../scripts/demo/plan';
import { makeEvidenceKey } from '../../scripts/keys/sealing-key';
import { WITHOUT_LIMITS } from '../../scripts/variables';
import { SealListSchema } from '../../src/shared/sealed/schemas';
import { buildAs } from '../support/bundle-worker';
import { Product } from '../support/product';

/**
 * `npm run build && node test/support/run.mjs test/evidence/make-pack.ts`: counts a small festival with the product,
 * lets it seal the days, and stores their evidence pack as version-1.zip, with the key and the fingerprint from outside in
 * version-1.json. The pack was made once: what an inspector holds must stay checkable (test/unit/web/verify/golden-pack.test.ts).
 */
const SIZE = 0.05;
const SEED = 1;
const DAYS = 3;
const ACCOUNT = { email: 'golden@headroom.example', password: 'Harbor-2026!' };
const SEALED_WITHIN_MS = 60_000;
const BUILD_DIR = process.env.BUILD_DIR ?? 'dist';

const stateDir = mkdtempSync(join(tmpdir(), 'headroom-golden-'));
const { secret, x } = makeEvidenceKey();

async function sealsOf(api: Api, eventId: string, url: string) {
  const get = (path: string) => fetch(`${url}/api/events/${eventId}${path}`, { headers: { cookie: api.cookie } });
  for (const until = Date.now() + SEALED_WITHIN_MS; Date.now() < until; await sleep(500)) {
    const { seals } = z.parse(SealListSchema, await (await get('/seals')).json());
    const days = seals.map(({ day }) => day).toSorted();
    const [from, to] = [days[0], days.at(-1)];
    if (seals.length < DAYS || from === undefined || to === undefined) continue;
    const pack = await get(`/evidence?from=${from}&to=${to}`);
    return { pack: await pack.bytes(), fingerprint: seals[0]?.fingerprint };
  }
  throw new Error('The days were not sealed in time');
}

/** Serves a build while the work takes. */
async function during<T>(buildDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const server = new Product({ ...WITHOUT_LIMITS, EVIDENCE_KEY: secret }, { stateDir, buildDir });
  try {
    await server.start();
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

try {
  const plan = planFestival({ now: Date.now(), seed: SEED, size: SIZE });
  const { eventId } = await during(await buildAs('scripts/demo/worker/past.ts', BUILD_DIR), (url) =>
    fillFestival({ url, plan, size: SIZE, ...ACCOUNT, onDay: () => {} }),
  );
  const { pack, fingerprint } = await during(BUILD_DIR, async (url) => {
    const api = new Api(url);
    await api.logIn(ACCOUNT.email, ACCOUNT.password);
    return await sealsOf(api, eventId, url);
  });
  writeFileSync('test/evidence/version-1.zip', pack);
  writeFileSync('test/evidence/version-1.json', `${JSON.stringify({ publicKey: x, fingerprint }, null, 2)}\n`);
  process.stdout.write(`test/evidence/version-1.zip has ${pack.byteLength} bytes\n`);
} finally {
  rmSync(stateDir, { recursive: true });
}
