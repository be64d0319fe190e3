/** The list of the SHA-256 sums of a pack's files, which `sha256sum -c` reads. No seal contains it; the hashes that count are in the seals. */

export const SUMS_FILE = 'SHA256SUMS';

const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/** Returns the line of a file. @param name without a line break or a backslash, which would need a mark of their own */
export const sumLine = (name: string, sha256: string): string => `${sha256}  ${name}\n`;

/** Reads a list of sums by file; null if a line is no sum, or names a file for the second time, or does not end. */
export function readSums(text: string): Map<string, string> | null {
  const sums = new Map<string, string>();
  const lines = text.split('\n');
  if (lines.pop() !== '') return null;
  for (const line of lines) {
    const [, sha256, name] = LINE.exec(line) ?? [];
    if (sha256 === undefined || name === undefined || sums.has(name)) return null;
    sums.set(name, sha256);
  }
  return sums;
}
