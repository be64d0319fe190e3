/** Every text of a catalogue by its path, such as `card.level.full`; a list's texts by their place. */
export function entriesOf(catalogue: object, path = ''): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  for (const [key, value] of Object.entries(catalogue) as [string, unknown][]) {
    const name = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'object' && value !== null) {
      for (const [below, text] of entriesOf(value, name)) entries.set(below, text);
    } else entries.set(name, value);
  }
  return entries;
}

/** One, several, all alike and not, none, and names. */
const SAMPLES: readonly (readonly unknown[])[] = [
  [1, 1, 1],
  [2, 1, 3],
  [5, 5, 5],
  [5, 0, 0],
  [5, 3, 2],
  [null, null, null],
  ['Foyer1', 'Foyer2', 'Foyer3'],
];

/** What a text says, or a function of one says of each sample. */
export function saidBy(text: unknown): string[] {
  if (typeof text === 'number') return [String(text)];
  if (typeof text === 'string') return [text];
  if (typeof text !== 'function') throw new TypeError(`No text: ${String(text)}`);
  return SAMPLES.map((sample) => String(Reflect.apply(text, undefined, [...sample])));
}
