import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import process from 'node:process';

/** Figures, and their format in the docs. */

/** The value below which `percent` of the samples lie; NaN without samples. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 50);

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

/** A Markdown table with left-aligned names and right-aligned figures. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(...head),
  row('---', ...head.slice(1).map(() => '---:')),
  ...rows.map((cells) => row(...cells)),
];

/** The machine that the figures were measured on. */
export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`;

/** Writes `text` between the page's marks of that name, `<!-- name -->` and `<!-- end of name -->`. */
export function writeFigures(doc: string, name: string, text: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const page = readFileSync(doc, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${doc} has no place for ${name}`);
  writeFileSync(doc, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`);
}
