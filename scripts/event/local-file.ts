import { Buffer } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { EventFile } from './transfer.ts';

/** Writes a file that gets its name only when it is complete. Only its owner may read it. */
export async function intoFile(
  path: string,
  fill: (write: (bytes: Uint8Array) => void) => Promise<void>,
): Promise<void> {
  const part = openSync(`${path}.part`, 'w', 0o600);
  try {
    await fill((bytes) => {
      for (let written = 0; written < bytes.length;) written += writeSync(part, bytes, written);
    });
    closeSync(part);
    renameSync(`${path}.part`, path);
  } catch (error) {
    rmSync(`${path}.part`);
    throw error;
  }
}

/** Opens a file for an import. */
export function openEventFile(path: string): EventFile {
  const file = openSync(path, 'r');
  return {
    size: fstatSync(file).size,
    read: (from, length) => {
      const buffer = Buffer.alloc(length);
      return buffer.toString('latin1', 0, readSync(file, buffer, 0, length, from));
    },
    close: () => closeSync(file),
  };
}
