import { globSync, readFileSync } from 'node:fs';
import { reachedFrom } from '../../../scripts/check/imports.ts';
import { filesOf } from '../../tiers.ts';

/** From the cheapest to the most expensive: the first three run what they import, the others whole rooms or the worker. */
const IMPORTING = ['unit', 'web', 'web/window'] as const;
const WHOLE_WORKER = ['room', 'worker', 'billing'] as const;
/** So many files of each of the two groups run: the price of a fault that nobody notices is bounded. */
const MOST_FILES = 6;

type Project = (typeof IMPORTING | typeof WHOLE_WORKER)[number];

export interface TestFile {
  project: Project;
  file: string;
}

/** The names that a file and its path contain. */
const namesIn = (file: string): Set<string> =>
  new Set(`${file} ${readFileSync(file, 'utf8')}`.match(/[A-Za-z]\w{2,}/g) ?? []);

const testFilesOf = (project: Project): TestFile[] => {
  const { include, exclude } = filesOf('quick', project);
  return globSync(include, { exclude })
    .toSorted()
    .map((file) => ({ project, file }));
};

/**
 * Returns a function that selects the tests for a fault in a file: of those that can reach the file, the nearest.
 * Near is a test that shares many names with the file, above all names that few tests have.
 */
export function nearestTests(): (file: string) => TestFile[][] {
  const tests = [...IMPORTING, ...WHOLE_WORKER].flatMap(testFilesOf);
  const names = new Map(tests.map(({ file }) => [file, namesIn(file)]));
  const reached = new Map(IMPORTING.flatMap(testFilesOf).map(({ file }) => [file, reachedFrom([file])]));
  const uses = new Map<string, number>();
  for (const own of names.values()) for (const name of own) uses.set(name, (uses.get(name) ?? 0) + 1);

  const nearest = (source: string, among: readonly TestFile[]): TestFile[] => {
    const wanted = [...namesIn(source)].filter((name) => uses.has(name));
    const nearness = ({ file }: TestFile): number =>
      wanted.reduce(
        (sum, name) => sum + (names.get(file)?.has(name) ? Math.log(tests.length / (uses.get(name) ?? 1)) : 0),
        0,
      );
    const ranked = among.map((test) => ({ test, near: nearness(test) })).toSorted((a, b) => b.near - a.near);
    return ranked.slice(0, MOST_FILES).map(({ test }) => test);
  };

  return (source) => {
    const importing = nearest(
      source,
      tests.filter(({ file }) => reached.get(file)?.has(source)),
    );
    const isOfWorker = source.startsWith('src/');
    const others = isOfWorker ? nearest(source, WHOLE_WORKER.flatMap(testFilesOf)) : [];
    const chosen = [...importing, ...others];
    return [...IMPORTING, ...WHOLE_WORKER]
      .map((project) => chosen.filter((test) => test.project === project))
      .filter((stage) => stage.length > 0);
  };
}
