import { createHash } from 'node:crypto';
import { tryAndLog } from '../../observability/log';
import type { ServiceContext } from '../context';
import { type BackupBucket, endedNoteKey, endedSince } from './bucket';

/**
 * What people have ended stays ended after a restore from an older file. So each such id or token is noted beside the
 * backups when it ends, as a hash: the bucket outlives D1, and does not hold what was deleted.
 */

const hashOf = (idOrToken: string): string => createHash('sha256').update(idOrToken).digest('hex');

/**
 * Notes that this id or token has ended. Called after the change, which holds without the note, too: a newer database
 * file does not have what has ended. Never rejects.
 */
export async function noteEnded(
  { backups, now }: Pick<ServiceContext, 'backups' | 'now'>,
  idOrToken: string,
): Promise<void> {
  if (backups === null) return;
  const key = endedNoteKey(backups.environment, now(), hashOf(idOrToken));
  await tryAndLog('backup.ended', () => backups.bucket.put(key, ''));
}

/** Returns when an id or token has ended since a file was written, in a form that sorts; null if it has not. */
export type EndedAt = (idOrToken: string) => string | null;

/** Reads what has ended since `at`, epoch ms. An older note says nothing: an operator may have brought it back since. */
export async function readEnded(files: BackupBucket, at: number): Promise<EndedAt> {
  const times = await endedSince(files, at);
  return (idOrToken) => times.get(hashOf(idOrToken)) ?? null;
}
