import { type CallOptions, fetchApi } from './api-client';

/** How many bytes of a file stay in memory. Larger parts go into a Blob, which the browser can keep on disk. */
const IN_MEMORY_BYTES = 4_000_000;
const NEWLINE = 0x0a;

export interface FetchFileOptions extends Pick<CallOptions, 'headers'> {
  signal: AbortSignal;
  /** Called with the number of lines that have arrived. */
  onLines?: (lines: number) => void;
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

/** Returns the file name that the server sends (RFC 6266), in the form that our own server uses; '' without one. */
function nameOf(response: Response): string {
  const name = /filename\*=UTF-8''([^;\s]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return decodeURIComponent(name);
}

/**
 * Downloads a text file of any length and gives it the server's file name.
 * @throws {ApiError | NoAnswerError} as callApi does; the download itself can fail later with the stream's error
 */
export async function fetchFile(path: string, { onLines, ...options }: FetchFileOptions): Promise<File> {
  const response = await fetchApi(path, options);
  const type = response.headers.get('content-type') ?? '';
  let kept = new Blob([], { type });
  let [held, heldBytes, lines]: [Uint8Array<ArrayBuffer>[], number, number] = [[], 0, 0];
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    held.push(part.value);
    heldBytes += part.value.byteLength;
    lines += countLines(part.value);
    onLines?.(lines);
    if (heldBytes < IN_MEMORY_BYTES) continue;
    kept = new Blob([kept, ...held], { type });
    [held, heldBytes] = [[], 0];
  }
  return new File([kept, ...held], nameOf(response), { type });
}
