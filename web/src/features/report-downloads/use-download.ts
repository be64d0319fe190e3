import { useEffect, useRef, useState } from 'react';
import type { Report } from '../../../../src/shared/schemas/report';
import { ownMessage } from '../../lib/api-client';
import { reportTexts } from '../../lib/report-texts';
import { type DownloadKind, downloadName, makeFile } from './downloads';
import { saveFile } from './save-file';

/** `share`: how much has come, 0 to 1; null where nobody knows. */
export type DownloadState =
  | { type: 'idle' }
  | { type: 'running'; kind: DownloadKind; share: number | null }
  | { type: 'done'; fileName: string }
  | { type: 'failed'; message: string };

/** One file at a time; who leaves the screen cancels it. */
export function useDownload(report: Report, revision: number | null) {
  const [state, setState] = useState<DownloadState>({ type: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(kind: DownloadKind) {
    const leaving = new AbortController();
    const { signal } = leaving;
    running.current = leaving;
    const say = (next: DownloadState) => {
      if (!signal.aborted) setState(next);
    };
    say({ type: 'running', kind, share: null });
    try {
      const onShare = (share: number) => say({ type: 'running', kind, share });
      const file = await makeFile(report, kind, revision, { signal, onShare });
      if (signal.aborted) return;
      const fileName = downloadName(report, kind, revision);
      saveFile(file, fileName);
      say({ type: 'done', fileName });
    } catch (error) {
      if (!signal.aborted) console.warn('A file could not be made', error);
      say({ type: 'failed', message: ownMessage(error, reportTexts.downloads.failed) });
    }
  }

  function cancel() {
    running.current?.abort();
    setState({ type: 'idle' });
  }

  return { state, start, cancel };
}
