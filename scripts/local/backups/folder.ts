import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { streamOf } from '../outbound-service.ts';

/**
 * Keeps the nightly backups as files: `STATE_DIR/backups/<key>`. The stand-in for the bucket (bucket.mjs) asks for them.
 * Only their owner may read them, because they hold password hashes and the signing key.
 */

/** The folder of files that are still being written. No key begins with a dot. */
const UNFINISHED = '.unfinished';

/** Letters, digits, dots and hyphens, with slashes between; no part begins with a dot. */
const KEY = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** How many keys R2 lists at once (developers.cloudflare.com/r2/api/workers/workers-api-reference). */
const PAGE = 1_000;

const nothing = (status = 204): Response => new Response(null, { status });

/** Writes what is in the system's memory to the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}

async function allKeys(root: string): Promise<string[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((key) => KEY.test(key))
    .toSorted();
}

/**
 * Returns the function that answers the stand-in's requests. Files that an earlier server has not finished are deleted.
 * @throws {Error} the folder cannot be made
 */
export async function openBackups(root: string): Promise<(request: Request) => Promise<Response>> {
  const unfinished = join(root, UNFINISHED);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const partOf = (upload: string) => join(unfinished, upload.replaceAll(/[^\da-f-]/g, ''));

  const list = async (query: URLSearchParams): Promise<Response> => {
    const after = query.get('after') ?? '';
    const limit = Number(query.get('limit') ?? PAGE);
    const keys = (await allKeys(root)).filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
    const objects = keys.slice(0, limit).map(async (key) => {
      const { size, mtimeMs } = await stat(join(root, key));
      return { key, size, uploadedAt: mtimeMs };
    });
    return Response.json({ objects: await Promise.all(objects), truncated: keys.length > limit });
  };

  const complete = async (upload: string, key: string): Promise<Response> => {
    const path = join(root, key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await sync(partOf(upload));
    await rename(partOf(upload), path);
    await sync(dirname(path));
    return nothing();
  };

  const read = async (key: string): Promise<Response> => {
    const file = await stat(join(root, key)).catch(() => null);
    return file?.isFile() === true ? new Response(streamOf(createReadStream(join(root, key)))) : nothing(404);
  };

  return async (request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    const [key = '', upload = ''] = [query.get('key') ?? undefined, query.get('upload') ?? undefined];
    if (pathname === '/list') return await list(query);
    if (!KEY.test(key)) return nothing(400);
    switch (`${request.method} ${pathname}`) {
      case 'GET /file':
        return await read(key);
      case 'DELETE /file':
        await rm(join(root, key), { force: true });
        return nothing();
      case 'POST /upload': {
        const id = randomUUID();
        await appendFile(partOf(id), '', { mode: 0o600 });
        return new Response(id);
      }
      case 'PUT /upload':
        await appendFile(partOf(upload), new Uint8Array(await request.arrayBuffer()));
        return nothing();
      case 'POST /complete':
        return await complete(upload, key);
      case 'DELETE /upload':
        await rm(partOf(upload), { force: true });
        return nothing();
      default:
        return nothing(404);
    }
  };
}
