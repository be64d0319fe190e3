/**
 * The body of an answer as server-sent events (HTML Living Standard, 9.2) of which only the newest matters: an event that
 * the reader has not taken is replaced by the next one, so a slow reader costs no memory.
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  private head: string;
  private newest = '';
  private comments = '';
  private tail: string | null = null;
  private isCanceled = false;
  private isOver = false;
  private wake: () => void = () => {};

  /**
   * @param retryMs after how many ms a reader connects again that has lost the stream
   * @param gone is called once when the stream has ended or the reader has gone
   */
  constructor(
    retryMs: number,
    private readonly gone: () => void,
  ) {
    this.head = `retry: ${retryMs}\n\n`;
    const encoder = new TextEncoder();
    this.body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          while (!this.hasText && this.tail === null && !this.isCanceled) {
            // oxlint-disable-next-line no-await-in-loop -- until something is to be sent
            await new Promise<void>((resolve) => (this.wake = resolve));
          }
          if (this.isCanceled) return;
          const text = this.takeText();
          if (text !== '') controller.enqueue(encoder.encode(text));
          if (this.tail === null) return;
          controller.close();
          this.finish();
        },
        cancel: () => {
          this.isCanceled = true;
          this.wake();
          this.finish();
        },
      },
      // Nothing is made before the reader wants it.
      { highWaterMark: 0 },
    );
  }

  /** Sends an event as soon as the reader takes it, unless another one follows before. `data` is one line. */
  send(type: string, id: string, data: string): void {
    this.newest = `event: ${type}\nid: ${id}\ndata: ${data}\n\n`;
    this.wake();
  }

  /**
   * Sends an empty comment, so that nobody between here and the reader takes the stream for dead. Returns false if the
   * reader has not even taken the one before.
   */
  comment(): boolean {
    if (this.comments !== '') return false;
    this.comments = ':\n\n';
    this.wake();
    return true;
  }

  /** Ends the stream, with a last event if `data` is given, after which a reader should not connect again. */
  end(data?: string): void {
    this.tail ??= data === undefined ? '' : `event: end\ndata: ${data}\n\n`;
    this.wake();
  }

  /** Gives up a reader that takes nothing any more. Should it come back, it finds the end. */
  leave(): void {
    this.end();
    this.finish();
  }

  private finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.gone();
  }

  private get hasText(): boolean {
    return this.head !== '' || this.newest !== '' || this.comments !== '';
  }

  private takeText(): string {
    const text = this.head + this.newest + this.comments + (this.tail ?? '');
    [this.head, this.newest, this.comments] = ['', '', ''];
    return text;
  }
}
