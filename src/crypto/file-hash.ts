import { createHash } from 'node:crypto';
import type { SealedFile } from '../shared/sealed/schemas';

/** Hashes a file that is made piece by piece, so that no piece stays in memory. WebCrypto can only hash a whole file. */
export class FileHash {
  private readonly hash = createHash('sha256');
  private readonly encoder = new TextEncoder();
  private bytes = 0;

  constructor(private readonly name: string) {}

  add(text: string): void {
    const bytes = this.encoder.encode(text);
    this.hash.update(bytes);
    this.bytes += bytes.byteLength;
  }

  /** Must be called once, after the last piece. */
  finish(): SealedFile {
    return { name: this.name, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}
