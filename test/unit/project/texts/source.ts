import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ESTree, parseSync } from 'vite';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** The code below folders of the repository, by path. */
export const filesBelow = (folders: readonly string[], ending: string): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith(ending))
      .map((path) => join(folder, path))
      .toSorted(),
  );

const readFile = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** @throws {Error} it does not parse */
export function parse(path: string, text = readFile(path)): ESTree.Program {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return program;
}
