const isOdd = (text: string): boolean => text.split('"').length % 2 === 0;

/** The cells of a line in which some are in quotes. */
function quotedCells(line: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain = ''] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
  }
  return cells;
}

/**
 * Reads a CSV text (RFC 4180) row by row. An empty last line is no row.
 * @throws {RangeError} a quote is never closed in a very long text
 */
export function* csvRows(text: string): Generator<string[], void> {
  const endAfter = (from: number): number => {
    const end = text.indexOf('\n', from);
    return end === -1 ? text.length : end;
  };
  for (let from = 0, end; from < text.length; from = end + 1) {
    end = endAfter(from);
    // A cell in quotes can have line breaks.
    for (let isOpen = isOdd(text.slice(from, end)); isOpen && end < text.length;) {
      const next = endAfter(end + 1);
      isOpen = !isOdd(text.slice(end + 1, next));
      end = next;
    }
    const line = text.slice(from, end).replace(/\r$/, '');
    yield line.includes('"') ? quotedCells(line) : line.split(',');
  }
}

/** A CSV row by the names in the first row; '' for a cell that is missing. */
export type CsvRow<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Reads the rows behind the first one.
 * @param columns the file's columns, as its seal lists them
 * @throws {Error} the first row has other columns, or one of `names` is not among them
 */
export function* namedRows<Name extends string>(
  text: string,
  columns: readonly string[],
  names: readonly Name[],
): Generator<CsvRow<Name>, void> {
  const rows = csvRows(text);
  const head = rows.next().value ?? [];
  if (head.join() !== columns.join()) throw new Error('The file has other columns than its seal');
  const places = names.map((name): [Name, number] => [name, columns.indexOf(name)]);
  const missing = places.find(([, place]) => place === -1);
  if (missing !== undefined) throw new Error(`The file has no column ${missing[0]}`);
  for (const cells of rows) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the places are those of all names
    yield Object.fromEntries(places.map(([name, place]) => [name, cells[place] ?? ''])) as CsvRow<Name>;
  }
}

/** A text without the apostrophe that keeps a spreadsheet from running it as a formula (src/reports/sealed/csv.ts). */
export const plainText = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '');
