import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** How many folders name a part of our own code: web/src/features/counting. */
const OWN_DEPTH = 4;

/** The part of what has no source map: scripts that are copied as they are, and the bundler's own code. */
const UNMAPPED = 'unmapped';

/**
 * Returns the package of a source, or the folder of our own code.
 * @param {string} source
 */
function partOf(source) {
  if (source === UNMAPPED) return UNMAPPED;
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source);
  return inPackage?.[1] ?? dirname(source).split('/').slice(0, OWN_DEPTH).join('/');
}

/**
 * Returns how many characters of a built file come from each source, by its source map.
 * @param {string} path
 */
function charactersBySource(path) {
  if (!existsSync(`${path}.map`)) return new Map([[UNMAPPED, readFileSync(path, 'utf8').length]]);
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  /** @param {string} source */
  const nameOf = (source) => relative(process.cwd(), resolve(dirname(path), source)).replaceAll('\\', '/');
  /** @type {Map<string, number>} */
  const characters = new Map();
  for (const [lineIndex, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    for (let column = 0; column < line.length; column += 1) {
      const entry = map.findEntry(lineIndex, column);
      const source = 'originalSource' in entry && entry.originalSource ? nameOf(entry.originalSource) : UNMAPPED;
      characters.set(source, (characters.get(source) ?? 0) + 1);
    }
  }
  return characters;
}

/**
 * Splits the gzipped KB of built files among packages and folders. A source gets the share of its file's KB that it has
 * of the file's characters.
 * @param {string} dir @param {Iterable<string>} files @param {(file: string) => number} gzippedKb
 * @returns {[part: string, kb: number][]} the largest first
 */
export function splitByPart(dir, files, gzippedKb) {
  /** @type {Map<string, number>} */
  const kbOf = new Map();
  for (const file of files) {
    const characters = charactersBySource(join(dir, file));
    const total = [...characters.values()].reduce((sum, count) => sum + count, 0);
    for (const [source, count] of characters) {
      const part = partOf(source);
      kbOf.set(part, (kbOf.get(part) ?? 0) + (gzippedKb(file) * count) / total);
    }
  }
  return [...kbOf].toSorted(([, a], [, b]) => b - a);
}
