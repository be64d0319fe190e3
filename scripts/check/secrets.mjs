import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { findSecrets } from '../secrets/find-secrets.ts';

/**
 * Looks for secrets in all files that git tracks, and in new files that git does not ignore. Secrets belong to
 * `wrangler secret put` or .dev.vars.
 */
const { status, stdout, stderr, error } = spawnSync(
  'git',
  // The checkout may belong to another user, as it does in a container.
  ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
if (status !== 0) {
  process.stderr.write(`git does not list the files: ${error?.message ?? stderr}\n`);
  process.exit(1);
}

/** git lists a deleted file until the deletion is committed. */
const paths = stdout.split('\0').filter((path) => path !== '' && existsSync(path));
const found = paths.flatMap((path) => {
  const text = readFileSync(path, 'utf8');
  // A file with a NUL is a picture or a font.
  if (text.includes('\0')) return [];
  return findSecrets(text).map(({ line, kind }) => `${path}:${line}  looks like ${kind}`);
});
if (found.length > 0) {
  process.stderr.write(
    `${found.join('\n')}\nA secret that was committed once must be replaced at its issuer: history keeps it.\n`,
  );
  process.exit(1);
}
process.stdout.write(`No secrets in ${paths.length} files.\n`);
