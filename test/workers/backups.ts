import type { Env } from '../../src/env';
import {
  databaseFileKey,
  deleteOldBackups,
  eventFileKey,
  hasDatabaseFileOfDay,
  newestEventFiles,
  upload,
} from '../../src/services/backups/bucket';
import { DAY_MS } from '../../src/shared/durations';

const EVENT = '0a'.repeat(16);
/** More than two parts of an upload. */
const PIECES = Array.from({ length: 12 }, (_, i) => String(i % 10).repeat(1024 * 1024));
/** Any time: the keys say it, and nothing compares it with the present. */
const AT = 20_000 * DAY_MS;

async function* piecesOf(pieces: readonly string[], failure?: Error): AsyncGenerator<string, void> {
  yield* pieces;
  if (failure) throw failure;
}

/** Does with the bucket all that the product does, and answers what it found. */
async function tryAll(bucket: R2Bucket): Promise<object> {
  const files = { bucket, environment: 'local' };
  const key = eventFileKey('local', EVENT, AT);
  await upload(bucket, key, piecesOf(PIECES));
  await upload(bucket, eventFileKey('local', EVENT, AT - DAY_MS), piecesOf(['older']));
  await upload(bucket, eventFileKey('staging', EVENT, AT), piecesOf(['of another environment']));
  await upload(bucket, databaseFileKey('local', AT), piecesOf([]));
  await upload(bucket, databaseFileKey('local', AT), piecesOf(['written', ' again']));
  const failed = await upload(bucket, key, piecesOf(PIECES, new Error('D1 is away'))).catch(String);
  const file = await bucket.get(key);
  const text = file === null ? '' : await new Response(file.body).text();
  const list = async (options?: R2ListOptions) => {
    const { objects, truncated } = await bucket.list(options);
    return { truncated, objects: objects.map((object) => ({ key: object.key, size: object.size })) };
  };
  const times = (await bucket.list()).objects.map(({ uploaded }) => uploaded.getTime());
  const first = await bucket.list({ limit: 1 });
  const next = await list(first.truncated ? { cursor: first.cursor, limit: 2 } : {});
  const found = {
    failed,
    isWhole: text === PIECES.join(''),
    missing: await bucket.get(databaseFileKey('local', AT + 1_000)),
    all: await list(),
    oldestAt: Math.min(...times),
    next,
    after: await list({ startAfter: key }),
    newest: [...(await newestEventFiles(files))],
    days: [await hasDatabaseFileOfDay(files, AT), await hasDatabaseFileOfDay(files, AT + DAY_MS)],
  };
  await deleteOldBackups(files, { eventIds: new Set(), now: Math.max(...times) + 30 * DAY_MS + 1 });
  return { ...found, left: await list() };
}

export default {
  fetch: async (_request: Request, env: Env): Promise<Response> =>
    env.BACKUPS ? Response.json(await tryAll(env.BACKUPS)) : new Response(null, { status: 404 }),
};
