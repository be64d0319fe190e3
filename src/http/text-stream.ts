/**
 * Creates a body from pieces. A piece is made after the one before was sent; when the reader goes away, no more are
 * made. Pieces may be empty.
 */
export function textStream(pieces: Iterator<string> | AsyncIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const piece = await pieces.next();
          if (piece.done) return controller.close();
          if (piece.value !== '') return controller.enqueue(encoder.encode(piece.value));
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
