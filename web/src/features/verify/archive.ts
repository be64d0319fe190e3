/** Reads the members of a ZIP archive (PKWARE APPNOTE 4.3), without trusting anything that the archive says. */

/** Why a file is refused before anything in it is checked. */
export type Refusal = 'damaged' | 'too_large' | 'name_twice';

export class RefusedPack extends Error {
  constructor(readonly refusal: Refusal) {
    super(`The file is no pack: ${refusal}`);
  }
}

const END = { mark: 0x06054b50, bytes: 22, commentMax: 65_535 };
const ENTRY = { mark: 0x02014b50, bytes: 46 };
const LOCAL = { mark: 0x04034b50, bytes: 30 };
const ENCRYPTED = 1;
const UTF8_NAME = 0x800;
const METHODS: Readonly<Record<number, 'stored' | 'deflated'>> = { 0: 'stored', 8: 'deflated' };

export interface Member {
  name: string;
  /** The size that the archive states. What is unpacked is never larger. */
  bytes: number;
  method: 'stored' | 'deflated';
  packed: Uint8Array<ArrayBuffer>;
}

class ArchiveReader {
  private readonly view: DataView;

  constructor(private readonly archive: Uint8Array<ArrayBuffer>) {
    this.view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  }

  short = (at: number): number => this.view.getUint16(at, true);
  long = (at: number): number => this.view.getUint32(at, true);

  /** @throws {RefusedPack} the bytes reach beyond the archive */
  slice(from: number, length: number): Uint8Array<ArrayBuffer> {
    if (from + length > this.archive.byteLength) throw new RefusedPack('damaged');
    return this.archive.subarray(from, from + length);
  }

  expect(mark: number, at: number): void {
    if (this.long(at) !== mark) throw new RefusedPack('damaged');
  }

  /** Finds the end record: the last one that reaches the end of the file. */
  end(): number {
    const last = this.archive.byteLength - END.bytes;
    for (let at = last; at >= Math.max(0, last - END.commentMax); at--) {
      if (this.long(at) === END.mark && at + END.bytes + this.short(at + 20) === this.archive.byteLength) return at;
    }
    throw new RefusedPack('damaged');
  }
}

/** Returns the member that an entry of the archive's directory describes. */
function memberAt(reader: ArchiveReader, at: number, nameBytes: Uint8Array<ArrayBuffer>): Member {
  const flags = reader.short(at + 8);
  const code = reader.short(at + 10);
  const method = METHODS[code];
  const local = reader.long(at + 42);
  reader.expect(LOCAL.mark, local);
  const localName = reader.slice(local + LOCAL.bytes, reader.short(local + 26));
  // Another program may go by the local header, and show this file under its name there.
  const isOther = localName.join() !== nameBytes.join() || reader.short(local + 8) !== code;
  if (method === undefined || (flags & ENCRYPTED) !== 0 || isOther) throw new RefusedPack('damaged');
  const start = local + LOCAL.bytes + localName.byteLength + reader.short(local + 28);
  return {
    name: new TextDecoder((flags & UTF8_NAME) === 0 ? 'latin1' : 'utf-8').decode(nameBytes),
    bytes: reader.long(at + 24),
    method,
    packed: reader.slice(start, reader.long(at + 20)),
  };
}

/**
 * Returns the members of an archive, without unpacking them.
 * @throws {RefusedPack} the archive is damaged, or has more members
 * @throws {RangeError} a header reaches beyond the archive
 */
export function membersOf(archive: Uint8Array<ArrayBuffer>, most: number): Member[] {
  const reader = new ArchiveReader(archive);
  const end = reader.end();
  const count = reader.short(end + 10);
  if (count > most) throw new RefusedPack('too_large');
  const members: Member[] = [];
  for (let i = 0, at = reader.long(end + 16); i < count; i++) {
    reader.expect(ENTRY.mark, at);
    const nameBytes = reader.slice(at + ENTRY.bytes, reader.short(at + 28));
    members.push(memberAt(reader, at, nameBytes));
    at += ENTRY.bytes + nameBytes.byteLength + reader.short(at + 30) + reader.short(at + 32);
  }
  return members;
}

/** A piece of this size unpacks to 17 MB at most: some browsers unpack a piece as a whole before anybody can stop them. */
const PIECE_BYTES = 16_384;

function piecesOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      if (at < bytes.byteLength) controller.enqueue(bytes.subarray(at, at + PIECE_BYTES));
      else controller.close();
      at += PIECE_BYTES;
    },
  });
}

/**
 * Unpacks a member.
 * @throws {RefusedPack} it is damaged, or its size is not the one that the archive states
 */
export async function unpacked({ method, bytes, packed }: Member): Promise<Uint8Array<ArrayBuffer>> {
  if (method === 'stored') {
    if (packed.byteLength !== bytes) throw new RefusedPack('damaged');
    return packed;
  }
  const content = new Uint8Array(bytes);
  const reader = piecesOf(packed).pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  let at = 0;
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw new RefusedPack('damaged');
    });
    if (done) break;
    if (at + value.byteLength > bytes) {
      await reader.cancel();
      throw new RefusedPack('damaged');
    }
    content.set(value, at);
    at += value.byteLength;
  }
  if (at !== bytes) throw new RefusedPack('damaged');
  return content;
}
