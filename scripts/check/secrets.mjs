import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { findSecrets } from '../secrets/find-secrets.ts';

/**
 * Looks for secrets in everything that is, or is about to be, in the repository: secrets belong to `wrangler secret
 * put` or .dev.vars.
 */
const { status, stdout, stderr, error } = spawnSync(
  'git',
  // A checkout that belongs to another user, as in a container, is fine.
  ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
if (status !== 0) {
  process.stderr.write(`git does not list the files: ${error?.message ?? stderr}\n`);
  process.exit(1);
}

/** Deleted files are listed until the deletion is committed. */
const paths = stdout.split('\0').filter((path) => path !== '' && existsSync(path));
const found = paths.flatMap((path) => {
  const text = readFileSync(path, 'utf8');
  // Pictures and fonts.
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
