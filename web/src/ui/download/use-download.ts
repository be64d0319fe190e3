import { useEffect, useRef, useState } from 'react';
import { isUnanswered, ownMessage, serverMessage } from '../../api/api-client';
import { MINUTE_MS } from '../../../../src/shared/durations';

/** `progress` is the progress of the download, if it is known. */
export type DownloadState<Progress> =
  | { type: 'idle' }
  | { type: 'running'; progress: Progress }
  | { type: 'done'; fileName: string }
  | { type: 'failed'; message: string };

export interface MakeOptions<Progress> {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * A browser's own message about a broken stream is not used, because it is written for programmers and not always in
 * the page's language.
 */
const messageOf = (error: unknown, otherwise: string): string =>
  isUnanswered(error) ? ownMessage(error, otherwise) : serverMessage(error, otherwise);

/**
 * Downloads one file at a time. Leaving the screen cancels the download. `failedText` is for failures that neither an
 * answer of the server nor a missing answer explains.
 */
export function useDownload<Progress>(failedText: () => string) {
  const [state, setState] = useState<DownloadState<Progress>>({ type: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(progress: Progress, make: (options: MakeOptions<Progress>) => Promise<File>) {
    const leaving = new AbortController();
    const { signal } = leaving;
    running.current = leaving;
    const say = (next: DownloadState<Progress>) => {
      if (!signal.aborted) setState(next);
    };
    say({ type: 'running', progress });
    try {
      const file = await make({ signal, onProgress: (next) => say({ type: 'running', progress: next }) });
      if (signal.aborted) return;
      saveFile(file);
      say({ type: 'done', fileName: file.name });
    } catch (error) {
      if (!signal.aborted) console.warn('A file could not be made', error);
      say({ type: 'failed', message: messageOf(error, failedText()) });
    }
  }

  function cancel() {
    running.current?.abort();
    setState({ type: 'idle' });
  }

  return { state, start, cancel };
}

/** Saves a file under its name with the browser's downloads. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser reads the URL after the click and does not say when it has finished.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
}
