/**
 * Returns the text that names as many entries as there is room for.
 * @param count how many entries there are
 * @param textOf returns the text with the first entries, so many
 */
export function fitting(count: number, maxBytes: number, textOf: (count: number) => string): string {
  for (let fits = count; fits > 0; fits -= 1) {
    const text = textOf(fits);
    if (new TextEncoder().encode(text).byteLength <= maxBytes) return text;
  }
  return textOf(0);
}
