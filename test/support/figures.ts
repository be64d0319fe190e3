import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import process from 'node:process';

/** Figures as the docs have them. */

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

/** A table with its names on the left and figures to the right of them. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(...head),
  row('---', ...head.slice(1).map(() => '---:')),
  ...rows.map((cells) => row(...cells)),
];

/** What it was measured on. */
export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`;

/** Puts `text` between a page's marks of that name, `<!-- name -->` and `<!-- end of name -->`. */
export function writeFigures(doc: string, name: string, text: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const page = readFileSync(doc, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${doc} has no place for ${name}`);
  writeFileSync(doc, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`);
}
