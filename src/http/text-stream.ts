/**
 * Creates a body from pieces. A piece is made after the one before was sent; when the reader goes away, no more are
 * made. Pieces may be empty.
 */
export function textStream(pieces: Iterator<string> | AsyncIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return streamOf(pieces, (text) => encoder.encode(text));
}

/** Does the same for pieces that are bytes. */
export const byteStream = (pieces: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> =>
  streamOf(pieces, (bytes) => bytes);

function streamOf<Piece>(
  pieces: Iterator<Piece> | AsyncIterator<Piece>,
  bytesOf: (piece: Piece) => Uint8Array,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const piece = await pieces.next();
          if (piece.done) return controller.close();
          const bytes = bytesOf(piece.value);
          if (bytes.byteLength > 0) return controller.enqueue(bytes);
        }
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Joins pieces into fewer and larger ones, because each piece costs a call through the stream's queue. */
export function* chunked(pieces: Iterable<string>, length: number): Generator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < length) continue;
    yield text;
    text = '';
  }
  yield text;
}
