import type { Env } from '../../env';
import { DAY_MS } from '../../shared/durations';

/**
 * The files of the backups in the bucket: `<environment>/events/<eventId>/<time>.ndjson` and
 * `<environment>/database/<time>.ndjson`, with the time of writing, so the last key of a sorted list is the newest file.
 * Beside them are notes of what was ended: `<environment>/ended/<time>-<hash>`.
 * Other objects of the bucket are never touched.
 */
export interface BackupBucket {
  bucket: R2Bucket;
  /** `production`, `staging` or `local`: two environments that share a bucket do not touch each other's files. */
  environment: string;
}

/** Returns the bucket; null if the installation has none. */
export const openBackups = ({ BACKUPS, ENVIRONMENT }: Pick<Env, 'BACKUPS' | 'ENVIRONMENT'>): BackupBucket | null =>
  BACKUPS ? { bucket: BACKUPS, environment: ENVIRONMENT || 'local' } : null;

/** A time as it stands in a key, like `2026-11-23T02-23-00Z`: a colon cannot be part of a file's name everywhere. */
const keyTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

const eventFiles = (environment: string): string => `${environment}/events/`;
const databaseFiles = (environment: string): string => `${environment}/database/`;

export const eventFileKey = (environment: string, eventId: string, at: number): string =>
  `${eventFiles(environment)}${eventId}/${keyTime(at)}.ndjson`;
export const databaseFileKey = (environment: string, at: number): string =>
  `${databaseFiles(environment)}${keyTime(at)}.ndjson`;

const TIME = String.raw`(?<time>\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z)`;
const BACKUP_KEY = new RegExp(`^(?<environment>[^/]+)/(?:events/(?<eventId>[0-9a-f]{32})|database)/${TIME}[.]ndjson$`);

/** Returns what the key of a backup says; undefined for another object. A database file has no event. */
export function readBackupKey(
  key: string,
): { environment: string; eventId: string | undefined; time: string } | undefined {
  const { environment, eventId, time } = BACKUP_KEY.exec(key)?.groups ?? {};
  return environment === undefined || time === undefined ? undefined : { environment, eventId, time };
}

const endedNotes = (environment: string): string => `${environment}/ended/`;

/** The key of a note that something has ended, which is an empty object (./ended.ts). */
export const endedNoteKey = (environment: string, at: number, hash: string): string =>
  `${endedNotes(environment)}${keyTime(at)}-${hash}`;

const ENDED_KEY = new RegExp(`^[^/]+/ended/${TIME}-(?<hash>[0-9a-f]{64})$`);
const readEndedKey = (key: string): { time: string; hash: string } | undefined => {
  const { time, hash } = ENDED_KEY.exec(key)?.groups ?? {};
  return time === undefined || hash === undefined ? undefined : { time, hash };
};

/** How long a backup is kept at least (docs/privacy.md). */
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
async function* backupsBelow(bucket: R2Bucket, prefix: string): AsyncGenerator<R2Object, void> {
  for await (const object of objectsBelow(bucket, prefix)) if (readBackupKey(object.key)) yield object;
}

/** Returns the key of the newest file of each event, by the event's id. */
export async function newestEventFiles({ bucket, environment }: BackupBucket): Promise<Map<string, string>> {
  const newest = new Map<string, string>();
  for await (const { key } of backupsBelow(bucket, eventFiles(environment)))
    newest.set(readBackupKey(key)?.eventId ?? '', key);
  return newest;
}

/** Whether a database file was written on the date of this time, in UTC. */
export async function hasDatabaseFileOfDay({ bucket, environment }: BackupBucket, at: number): Promise<boolean> {
  const prefix = `${databaseFiles(environment)}${new Date(at).toISOString().slice(0, 10)}T`;
  return (await bucket.list({ prefix, limit: 1 })).objects.length > 0;
}

/** Returns the newest time of each hash that was noted since a database file of this time (epoch ms) was begun. */
export async function endedSince({ bucket, environment }: BackupBucket, at: number): Promise<Map<string, string>> {
  const from = keyTime(at);
  const times = new Map<string, string>();
  // Keys begin with their time, and come in order.
  for await (const { key } of objectsBelow(bucket, endedNotes(environment))) {
    const note = readEndedKey(key);
    if (note && note.time >= from) times.set(note.hash, note.time);
  }
  return times;
}

/**
 * Deletes the environment's backups that are older than their retention, but never the newest database file, and never
 * the newest file of one of these events: while no newer file can be written, an old one is the only one. A note of what
 * was ended stays as long as a database file that may hold it.
 */
export async function deleteOldBackups(
  { bucket, environment }: BackupBucket,
  { eventIds, now }: { eventIds: ReadonlySet<string>; now: number },
): Promise<void> {
  const newest = new Map<string | undefined, string>();
  const backups: { key: string; eventId: string | undefined; time: string; isOld: boolean }[] = [];
  const notes: { key: string; time: string }[] = [];
  for await (const { key, uploaded } of objectsBelow(bucket, `${environment}/`)) {
    const [backup, note] = [readBackupKey(key), readEndedKey(key)];
    if (note) notes.push({ key, time: note.time });
    if (backup === undefined) continue;
    newest.set(backup.eventId, key);
    const isOld = uploaded.getTime() < now - BACKUP_RETENTION_MS;
    backups.push({ key, eventId: backup.eventId, time: backup.time, isOld });
  }
  const isNeeded = (eventId: string | undefined) => eventId === undefined || eventIds.has(eventId);
  const isKept = ({ key, eventId, isOld }: (typeof backups)[number]) =>
    !isOld || (key === newest.get(eventId) && isNeeded(eventId));
  const from = backups.find((one) => one.eventId === undefined && isKept(one))?.time ?? '';
  const old = [...backups.filter((one) => !isKept(one)), ...notes.filter(({ time }) => time < from)];
  const keys = old.map(({ key }) => key);
  for (let i = 0; i < keys.length; i += DELETED_AT_ONCE) await bucket.delete(keys.slice(i, i + DELETED_AT_ONCE));
}
