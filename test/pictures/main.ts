import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { MINUTE_MS } from '../../src/shared/durations';
import { FRIDAY, moment } from '../support/moments';
import { prepareShift, shiftedBy } from '../anywhen/shift-clock';
import { changedShare, readPng } from './png';

/**
 * `npm run test:pictures -- BEFORE AFTER`: lists the screens that look different. Each argument is a folder of pictures,
 * or a tree of the repository with its packages, in which the journey over all screens then takes them. The exit code is
 * 1 when a picture differs or is missing.
 */
const TAKEN_IN = '.tmp/screenshots';
/** Where the pictures of trees stay: both arguments may be the same tree, whose pictures then must not differ. */
const KEPT_IN = resolve('.tmp/pictures');
const JOURNEY = 'test/e2e/screens.test.ts';

/** Pictures differ when more than this share of their pixels do. Less is a rounded corner or a letter's edge. */
const CHANGED_MIN = 0.001;

/** How long the journey may take, in ms: it takes four pictures of each screen, at least twice. */
const JOURNEY_MAX_MS = 12 * MINUTE_MS;

/** When each journey begins: no hour, day or interval of a report ends while it runs. */
const BEGINS_AT = moment(FRIDAY, '12:01');

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns the folder with the pictures, after the journey has taken them if it is a tree. */
function picturesOf(folder: string, side: 'before' | 'after'): string {
  const kept = join(KEPT_IN, side);
  if (!existsSync(join(folder, 'package.json'))) {
    // The other argument's journey may take its pictures in this folder.
    if (resolve(folder) !== kept) cpSync(folder, kept, { recursive: true, force: true });
    return kept;
  }
  prepareShift();
  const taken = resolve(folder, TAKEN_IN);
  for (const old of [taken, kept]) rmSync(old, { recursive: true, force: true });
  const env = { ...process.env, ...shiftedBy(BEGINS_AT - Date.now()), SCREENSHOTS: '1' };
  // A slow test would have a line of its own, which no passing run may have.
  const time = ['testTimeout', 'slowTestThreshold'].map((limit) => `--${limit}=${JOURNEY_MAX_MS}`);
  const args = ['test', '--', '--project', 'e2e', JOURNEY, '-t', 'every screen', ...time];
  const { status } = spawnSync('npm', args, { cwd: folder, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The journey failed in ${folder}`);
  cpSync(taken, kept, { recursive: true });
  return kept;
}

function namesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.png'));
  if (names.length === 0) throw new Error(`There are no pictures in ${folder}`);
  return names;
}

const [before, after] = process.argv.slice(2);
if (!before || !after) throw new Error('Which pictures? npm run test:pictures -- BEFORE AFTER');
const [one, other] = [picturesOf(before, 'before'), picturesOf(after, 'after')];
const names = [...new Set([...namesIn(one), ...namesIn(other)])].toSorted();

/** Returns how many pixels differ, as a share; null if only one folder has the picture. */
function shareOf(name: string): number | null {
  const files = [join(one, name), join(other, name)];
  if (!files.every((file) => existsSync(file))) return null;
  const [first = '', second = ''] = files;
  const pictures = [readFileSync(first), readFileSync(second)] as const;
  return pictures[0].equals(pictures[1]) ? 0 : changedShare(readPng(pictures[0]), readPng(pictures[1]));
}

const changed = names
  .map((name) => ({ name, share: shareOf(name) }))
  .filter(({ share }) => share === null || share > CHANGED_MIN)
  .toSorted((a, b) => (b.share ?? 1) - (a.share ?? 1));
for (const { name, share } of changed)
  say(`${(share === null ? 'in one only' : `${(share * 100).toFixed(2)} %`).padStart(11)}  ${name}`);
say(`${changed.length} of ${names.length} pictures differ`);
process.exit(changed.length === 0 ? 0 : 1);
