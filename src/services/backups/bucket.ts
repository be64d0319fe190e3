import { DAY_MS } from '../../shared/limits';

/**
 * The files of the backups in the bucket: `events/<eventId>/<day>.ndjson`, with the last closed business day that the
 * file contains, and `database/<date>.ndjson`. Other objects of the bucket are never touched.
 */
export const EVENT_FILES = 'events/';
export const DATABASE_FILES = 'database/';

export const eventFileKey = (eventId: string, day: string): string => `${EVENT_FILES}${eventId}/${day}.ndjson`;
export const databaseFileKey = (at: number): string =>
  `${DATABASE_FILES}${new Date(at).toISOString().slice(0, 10)}.ndjson`;

/** Whether the key is that of a backup. */
export const isBackupKey = (key: string): boolean =>
  /^(?:events\/[0-9a-f]{32}|database)\/\d{4}-\d{2}-\d{2}\.ndjson$/.test(key);

/**
 * How long a backup is kept. Old ones are deleted once a day, so after thirty days no backup contains deleted data
 * (docs/privacy.md).
 */
const BACKUP_RETENTION_MS = 29 * DAY_MS;

/**
 * The bytes of an upload's parts. All but the last must have the same length, at least 5 MiB
 * (developers.cloudflare.com/r2/objects/multipart-objects).
 */
const PART_BYTES = 5 * 1024 * 1024;

/** The most keys that R2 deletes in one call (developers.cloudflare.com/r2/api/workers/workers-api-reference). */
const DELETED_AT_ONCE = 1000;

/**
 * Stores ASCII text under the key while it is made. Until all of it is stored, the key keeps what it had. If the worker
 * ends during the upload, R2 deletes the parts after seven days.
 */
export async function upload(bucket: R2Bucket, key: string, pieces: AsyncIterable<string>): Promise<void> {
  const file = await bucket.createMultipartUpload(key, { httpMetadata: { contentType: 'application/x-ndjson' } });
  try {
    const parts: R2UploadedPart[] = [];
    let waiting = '';
    for await (const piece of pieces) {
      waiting += piece;
      while (waiting.length >= PART_BYTES) {
        parts.push(await file.uploadPart(parts.length + 1, waiting.slice(0, PART_BYTES)));
        waiting = waiting.slice(PART_BYTES);
      }
    }
    if (waiting !== '') parts.push(await file.uploadPart(parts.length + 1, waiting));
    await file.complete(parts);
  } catch (error) {
    // The failure itself matters more than one to clean up.
    await file.abort().catch(() => {});
    throw error;
  }
}

/** Lists the bucket's objects below a prefix, sorted by key. */
async function* objectsBelow(bucket: R2Bucket, prefix: string): AsyncGenerator<R2Object, void> {
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, ...(cursor !== undefined && { cursor }) });
    yield* page.objects;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}

/** Lists the backups below a prefix, sorted by key. */
export async function* backupsBelow(bucket: R2Bucket, prefix: string): AsyncGenerator<R2Object, void> {
  for await (const object of objectsBelow(bucket, prefix)) if (isBackupKey(object.key)) yield object;
}

/** Deletes the backups that are older than their retention. */
export async function deleteOldBackups(bucket: R2Bucket, now: number): Promise<void> {
  for (const prefix of [EVENT_FILES, DATABASE_FILES]) {
    const old: string[] = [];
    for await (const { key, uploaded } of backupsBelow(bucket, prefix))
      if (uploaded.getTime() < now - BACKUP_RETENTION_MS) old.push(key);
    for (let i = 0; i < old.length; i += DELETED_AT_ONCE) await bucket.delete(old.slice(i, i + DELETED_AT_ONCE));
  }
}
