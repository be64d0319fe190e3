import { membersOf, RefusedPack, unpacked } from './archive';

/** The files of a pack by their names in the archive. */
export type PackFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** A month of days has fewer than 200 files. */
const FILES_MAX = 500;
const ARCHIVE_BYTES_MAX = 1_000_000_000;
/** More than any pack has: a month of large days. */
const BYTES_MAX = 2_000_000_000;
/** The files of a pack shrink to a tenth or so. What shrinks far more is made to fill the memory. */
const RATIO_MAX = 100;
/** Up to this size, the ratio does not matter. */
const SMALL_BYTES = 64_000_000;

/**
 * Unpacks a pack in memory. Nothing is unpacked if it would take more memory than a pack can.
 * @throws {RefusedPack} the file is no archive, has two files of one name, or is larger than any pack
 */
export async function readPack(file: Blob): Promise<PackFiles> {
  if (file.size > ARCHIVE_BYTES_MAX) throw new RefusedPack('too_large');
  const members = membersOf(new Uint8Array(await file.arrayBuffer()), FILES_MAX);
  const bytes = members.reduce((sum, member) => sum + member.bytes, 0);
  if (bytes > Math.min(BYTES_MAX, Math.max(SMALL_BYTES, file.size * RATIO_MAX))) throw new RefusedPack('too_large');
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const member of members) {
    const isFolder = member.name.endsWith('/') && member.bytes === 0;
    // Of two files with one name, another program might show the other one.
    if (files.has(member.name)) throw new RefusedPack('name_twice');
    if (!isFolder) files.set(member.name, await unpacked(member));
  }
  return files;
}
