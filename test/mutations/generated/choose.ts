import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { pick, seededRandom } from '../../support/random.ts';
import { type Fault, faultsIn, KINDS, type PlacedFault, withFault } from './faults.ts';

/** More faults are made than asked for, because the type checker refuses many. */
const SPARE = 2.2;

const sourceFiles = (): string[] =>
  globSync('{src,web/src}/**/*.{ts,tsx}')
    .filter((file) => !file.endsWith('.d.ts'))
    .toSorted();

/** Makes faults at places that are equally far from each other, so that each folder gets its share by lines. */
function drawn(random: () => number, count: number): Fault[] {
  let lines = 0;
  const placed = sourceFiles().flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    const before = lines;
    lines += code.split('\n').length;
    const lineOf = ({ at }: PlacedFault) => before + code.slice(0, at).split('\n').length;
    return faultsIn(file).map((fault) => ({ fault, line: lineOf(fault) }));
  });
  placed.sort((a, b) => a.line - b.line);
  const taken = new Set<Fault>();
  for (let index = 0; index < count; index += 1) {
    const from = ((index + random()) * lines) / count;
    const kind = pick(random, KINDS);
    const next = placed.find(({ fault, line }) => line >= from && fault.kind === kind && !taken.has(fault));
    if (next !== undefined) taken.add(next.fault);
  }
  return [...taken].map(({ file, kind, text, ordinal, replace }) => ({ file, kind, text, ordinal, replace }));
}

/** Types that a fault breaks, without those of names that it left unused. */
const brokenFiles = (output: string): Set<string> =>
  new Set(
    [...output.matchAll(/^(\S+?)\(\d+,\d+\): error (?!TS6133|TS6192|TS6196|TS6198)/gm)].map(([, file = '']) => file),
  );

/** Returns the faults that compile. Each check of the types has at most one fault of each file. */
function compiling(faults: readonly Fault[]): Fault[] {
  const byFile = Map.groupBy(faults, ({ file }) => file);
  const compile: Fault[] = [];
  for (let round = 0; [...byFile.values()].some((ofFile) => ofFile.length > round); round += 1) {
    const tried = [...byFile.values()].flatMap((ofFile) => ofFile.slice(round, round + 1));
    const before = tried.map(({ file }) => [file, readFileSync(file, 'utf8')] as const);
    for (const fault of tried) writeFileSync(fault.file, withFault(fault) ?? '');
    const { stdout } = spawnSync('node', ['scripts/check/types.mjs'], { encoding: 'utf8', maxBuffer: 256 * 1024 ** 2 });
    for (const [file, text] of before) writeFileSync(file, text);
    const broken = brokenFiles(stdout);
    compile.push(...tried.filter(({ file }) => !broken.has(file)));
  }
  return compile;
}

/** Returns faults of the tree in the working directory, in a random order. Faults that do not compile are left out. */
export function chooseFaults(seed: number, count: number): Fault[] {
  const random = seededRandom(seed);
  const faults = compiling(drawn(random, Math.ceil(count * SPARE)));
  const inOrder = faults.map((fault) => ({ fault, rank: random() })).toSorted((a, b) => a.rank - b.rank);
  return inOrder.slice(0, count).map(({ fault }) => fault);
}
