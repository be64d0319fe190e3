import { unzipSync } from 'fflate';

/** The files of a pack by their names in the archive. */
export type PackFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** More than any pack has: a month of days with a million taps each. */
const BYTES_MAX = 2_000_000_000;

/**
 * Unpacks a pack in memory.
 * @throws {Error} the file is no ZIP archive, has two files of one name, or is larger than any pack
 */
export async function readPack(file: Blob): Promise<PackFiles> {
  const names = new Set<string>();
  let bytes = 0;
  const unpacked = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ name, originalSize }) => {
      // Of two files with one name, another program might show the other one.
      if (names.has(name)) throw new Error(`The archive has ${name} twice`);
      names.add(name);
      bytes += originalSize;
      if (bytes > BYTES_MAX) throw new Error('The archive is too large');
      return !name.endsWith('/');
    },
  });
  // A copy, because the type of fflate's answer leaves open in which kind of memory it is.
  return new Map(Object.entries(unpacked).map(([name, content]) => [name, new Uint8Array(content)]));
}
