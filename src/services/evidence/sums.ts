import { FileHash } from '../../crypto/file-hash';
import { SUMS_FILE, sumLine } from '../../shared/sealed/sums';
import type { ArchiveFile } from './zip';

async function* hashed(pieces: ArchiveFile['pieces'], hash: FileHash): AsyncGenerator<string, void> {
  for await (const piece of pieces) {
    hash.add(piece);
    yield piece;
  }
}

/** Yields the files, and at last the list of their sums. Each file must be read to its end before the next one. */
export async function* withSums(files: AsyncIterable<ArchiveFile>): AsyncGenerator<ArchiveFile, void> {
  const lines: string[] = [];
  for await (const { name, pieces } of files) {
    const hash = new FileHash(name);
    yield { name, pieces: hashed(pieces, hash) };
    lines.push(sumLine(name, hash.finish().sha256));
  }
  yield { name: SUMS_FILE, pieces: lines };
}
