import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fail, readCommandLine } from './command.ts';

/**
 * `npm run release`: tags the commit of a version. The version is the one of package.json, and CHANGELOG.md must have it
 * with a date. Nothing is pushed.
 */
const USAGE = `npm run release
  tags the commit on main as v<version of package.json>; CHANGELOG.md has ## [<version>] - <date>
`;
const BRANCH = 'main';

readCommandLine({ options: {} }, USAGE);

/** Runs git and returns its output; ends the command with what git says if it fails. @param {string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : fail(stderr || 'git does not run here.');
}

/** @param {string} path @returns {unknown} */
const versionIn = (path) => JSON.parse(readFileSync(path, 'utf8')).version;

const branch = git('branch', '--show-current');
if (branch !== BRANCH) fail(`This checkout is on ${branch || 'no branch'}: a release is made on ${BRANCH}.`);
const changes = git('status', '--porcelain');
if (changes !== '') fail(`These files differ from the commit:\n${changes}`);

const version = String(versionIn('package.json'));
if (versionIn('package-lock.json') !== version) {
  fail(`package-lock.json does not say ${version}. \`npm install --package-lock-only\` writes it.`);
}
const heading = `## [${version}] - `;
const date = readFileSync('CHANGELOG.md', 'utf8')
  .split('\n')
  .find((line) => line.startsWith(heading))
  ?.slice(heading.length);
if (date === undefined) fail(`CHANGELOG.md has no heading ${heading}<date>.`);
const day = new Date(date);
if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) fail(`${date} of CHANGELOG.md is no date.`);

const tag = `v${version}`;
if (git('tag', '--list', tag) !== '') fail(`The tag ${tag} exists. A new release needs a new version.`);
git('tag', '--annotate', tag, '--message', `Headroom ${version}`);
process.stdout.write(
  `${tag} is at ${git('rev-parse', '--short', 'HEAD')}. Publish it: git push origin ${BRANCH} ${tag}\n`,
);
