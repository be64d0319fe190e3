import { vi } from 'vitest';

export interface SavedFile {
  readonly name: string;
  readonly file: Blob;
}

/** What the page puts among the downloads: jsdom knows neither addresses of blobs nor downloads. */
export function catchDownloads(): readonly SavedFile[] {
  const saved: SavedFile[] = [];
  const blobs: Blob[] = [];
  const createObjectURL = (file: Blob): string => {
    blobs.push(file);
    return 'blob:file';
  };
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const file = blobs.at(-1);
    if (file) saved.push({ name: this.download, file });
  });
  return saved;
}

/** A server that sends what it is given, part by part, and knows what it was asked. */
export function streamingServer(headers: Record<string, string> = { 'content-type': 'text/csv' }) {
  const asked: string[] = [];
  let send: (part: string) => void = () => undefined;
  let end: () => void = () => undefined;
  let breakOff: () => void = () => undefined;
  let wasCancelled = false;
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    asked.push(path);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (part) => controller.enqueue(new TextEncoder().encode(part));
        end = () => controller.close();
        breakOff = () => controller.error(new TypeError('network error'));
        signal?.addEventListener('abort', () => {
          wasCancelled = true;
          controller.error(signal.reason);
        });
      },
    });
    return new Response(body, { headers });
  });
  return {
    asked,
    send: (part: string) => send(part),
    end: () => end(),
    breakOff: () => breakOff(),
    isCancelled: () => wasCancelled,
  };
}
