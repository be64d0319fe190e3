import { spawnSync } from 'node:child_process';

const UNKNOWN = 'unknown';

/** Runs git in the folder and returns its output; null if git fails. */
function git(folder: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Whether a release names a commit: not the files of a checkout that differ from it. */
export const isCommitted = (release: string): boolean => /\+[0-9a-f]{7,40}$/.test(release);

/** The commit of a checkout, with `-dirty` if files differ from the commit; `unknown` without git. */
export function commitOf(folder: string): string {
  const commit = git(folder, 'rev-parse', '--short=12', 'HEAD');
  const changes = git(folder, 'status', '--porcelain');
  if (commit === null || changes === null) return UNKNOWN;
  return changes === '' ? commit : `${commit}-dirty`;
}
