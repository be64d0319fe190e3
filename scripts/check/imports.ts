import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const resolved = (path: string, name: string): string =>
  name.startsWith('.') ? normalize(join(dirname(path), name)).replaceAll('\\', '/') : name;

/** Returns what a file imports: packages by name, own files by their path from the root, as the import spells it. */
export function importsOf(path: string): string[] {
  const specifiers = [...readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)];
  return specifiers.map(([, name = '']) => resolved(path, name));
}

/**
 * Returns what a file takes from others at run time, types aside: of each import where from (as in `importsOf`) and the
 * name, which is '*' for all of it.
 */
export function valuesUsed(path: string): [from: string, name: string][] {
  const imports = readFileSync(path, 'utf8').matchAll(
    /\b(?:import|export)\b(?!\s+type\b)\s*([\w\s*,{}]*?)\s*(?:\bfrom\s*|\(\s*)?'([^']+)'/g,
  );
  return [...imports].flatMap(([, clause = '', from = '']) =>
    (clause === '' ? ['*'] : clause.replaceAll(/[{}]/g, '').split(','))
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name): [string, string] => [resolved(path, from), name]),
  );
}

/** Returns the TypeScript files of the project that a file imports. */
export const importedFiles = (path: string): string[] =>
  importsOf(path).flatMap((imported) =>
    [imported, `${imported}.ts`, `${imported}.tsx`]
      .filter((file) => /\.tsx?$/.test(file) && existsSync(file))
      .slice(0, 1),
  );

/** Returns these files and all that they import, also through others. */
export function reachedFrom(roots: readonly string[]): Set<string> {
  const reached = new Set(roots);
  for (const path of reached) {
    for (const imported of importedFiles(path)) reached.add(imported);
  }
  return reached;
}
